import { StatusBadge } from '#ui/layout/status-badge.tsx';

/** An HTTP status: below 400 a success, from 500 on our failure. */
export function RequestStatus({ status }: { status: number }) {
  const tone = status < 400 ? 'success' : status < 500 ? 'warning' : 'failed';
  return <StatusBadge tone={tone} label={String(status)} />;
}

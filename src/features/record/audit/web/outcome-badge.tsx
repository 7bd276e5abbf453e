import { IconBan } from '@tabler/icons-react';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import type { AuditLine } from '../schemas.ts';
import { useAuditLabels } from './use-audit-labels.ts';

/** Allowed, refused or failed. */
export function OutcomeBadge({ line }: { line: Pick<AuditLine, 'outcome' | 'refused'> }) {
  const labels = useAuditLabels();
  if (line.outcome.startsWith('failed')) return <StatusBadge tone="warning" label={labels.outcome(line)} />;
  if (line.refused) return <StatusBadge tone="failed" icon={IconBan} label={labels.outcome(line)} />;
  return <StatusBadge tone="success" label={labels.outcome(line)} />;
}

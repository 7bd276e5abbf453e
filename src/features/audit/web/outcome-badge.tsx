import { IconBan } from '@tabler/icons-react';
import type { AuditLine } from '#features/audit/endpoints.ts';
import { useAuditLabels } from '#features/audit/web/use-audit-labels.ts';
import { StatusBadge } from '#ui/layout/status-badge.tsx';

/** Allowed, refused or failed. */
export function OutcomeBadge({ line }: { line: Pick<AuditLine, 'outcome' | 'refused'> }) {
  const labels = useAuditLabels();
  if (line.outcome.startsWith('failed')) return <StatusBadge tone="warning" label={labels.outcome(line)} />;
  if (line.refused) return <StatusBadge tone="failed" icon={IconBan} label={labels.outcome(line)} />;
  return <StatusBadge tone="success" label={labels.outcome(line)} />;
}

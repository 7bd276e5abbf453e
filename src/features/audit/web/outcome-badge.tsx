import { IconBan } from '@tabler/icons-react';
import type { AuditLine } from '#features/audit/endpoints.ts';
import { useActWords } from '#features/audit/web/use-act-words.ts';
import { StatusBadge } from '#ui/layout/status-badge.tsx';

/** Allowed, refused or failed. */
export function OutcomeBadge({ line }: { line: Pick<AuditLine, 'outcome' | 'refused'> }) {
  const words = useActWords();
  if (line.outcome.startsWith('failed')) return <StatusBadge tone="warning" label={words.outcome(line)} />;
  if (line.refused) return <StatusBadge tone="failed" icon={IconBan} label={words.outcome(line)} />;
  return <StatusBadge tone="success" label={words.outcome(line)} />;
}

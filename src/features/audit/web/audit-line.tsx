import type { GridColumn } from '#ui/grid/grid-column.ts';
import type { Times } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { AuditLine } from '../schemas.ts';
import { OutcomeBadge } from './outcome-badge.tsx';
import type { useAuditLabels } from './use-audit-labels.ts';

/** The columns of the audit. */
export function auditColumns(
  t: Translate,
  labels: ReturnType<typeof useAuditLabels>,
  times: Times,
): GridColumn<AuditLine>[] {
  return [
    {
      id: 'at',
      header: t('audit.at'),
      width: 190,
      isNumeric: true,
      isWhole: 'text',
      text: (line) => times.short(line.at),
      card: 'time',
      cardText: (line) => times.short(line.at),
    },
    {
      id: 'act',
      header: t('audit.act_label'),
      width: 220,
      text: (line) => labels.act(line.act),
      card: 'title',
    },
    {
      id: 'outcome',
      header: t('audit.outcome'),
      isWhole: 'badge',
      card: 'status',
      text: labels.outcome,
      cell: (line) => <OutcomeBadge line={line} />,
    },
    { id: 'actor', header: t('audit.actor'), width: 180, text: labels.actor, card: 'subtitle' },
    { id: 'object', header: t('audit.object'), width: 220, text: labels.object, card: 'subtitle' },
    {
      id: 'organisation',
      header: t('audit.organisation'),
      width: 180,
      text: (line) => line.organisationName ?? '',
    },
    { id: 'reason', header: t('audit.reason'), text: labels.reason },
    { id: 'ip', header: t('audit.ip'), isNumeric: true, text: (line) => line.ip },
  ];
}

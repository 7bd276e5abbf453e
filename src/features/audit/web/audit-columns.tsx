import type { AuditLine } from '#features/audit/endpoints.ts';
import { OutcomeBadge } from '#features/audit/web/outcome-badge.tsx';
import type { useActWords } from '#features/audit/web/use-act-words.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import type { Times } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';

/** The columns of the audit. */
export function auditColumns(
  t: Translate,
  words: ReturnType<typeof useActWords>,
  times: Times,
): GridColumn<AuditLine>[] {
  return [
    {
      id: 'at',
      header: t('audit.at', { zone: times.zoneName }),
      width: 190,
      isNumeric: true,
      isWhole: 'text',
      text: (line) => times.dateTime(line.at),
      card: 'time',
      cardText: (line) => times.short(line.at),
    },
    {
      id: 'act',
      header: t('audit.act_label'),
      width: 220,
      text: (line) => words.act(line.act),
      card: 'title',
    },
    {
      id: 'outcome',
      header: t('audit.outcome'),
      isWhole: 'badge',
      card: 'status',
      text: words.outcome,
      cell: (line) => <OutcomeBadge line={line} />,
    },
    { id: 'actor', header: t('audit.actor'), width: 180, text: words.actor, card: 'subtitle' },
    { id: 'object', header: t('audit.object'), width: 220, text: words.object, card: 'subtitle' },
    {
      id: 'organisation',
      header: t('audit.organisation'),
      width: 180,
      text: (line) => line.organisationName ?? '',
    },
    { id: 'reason', header: t('audit.reason'), text: words.reason },
    { id: 'ip', header: t('audit.ip'), isNumeric: true, text: (line) => line.ip },
  ];
}

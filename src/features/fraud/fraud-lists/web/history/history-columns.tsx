import type { GridColumn } from '#ui/grid/grid-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import type { Times } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';
import { cardField } from '../../list-item-rules.ts';
import type { FraudList, HistoryEntry } from '../../list-shapes.ts';
import { SourceText, sourceLabel } from '../source-text.tsx';
import type { ListLabels } from '../use-list-labels.ts';

/** The columns of a list's history. */
export function historyColumns(
  { dataField }: FraudList,
  t: Translate,
  labels: ListLabels,
  times: Times,
): GridColumn<HistoryEntry>[] {
  const value = ({ maskedPan, value: text }: HistoryEntry): string =>
    maskedPan ?? (text === null ? '' : labels.value(dataField, text));
  return [
    {
      id: 'action',
      header: t('fraud_lists.column.action'),
      width: 170,
      text: ({ action }) => t(`fraud_lists.action.${action}`),
      card: 'title',
    },
    {
      id: 'value',
      isAlwaysShown: true,
      header: t(dataField === cardField ? 'fraud_lists.column.maskedPan' : 'fraud_lists.column.value'),
      width: 260,
      isSortable: true,
      text: value,
      card: 'subtitle',
    },
    {
      id: 'source',
      header: t('fraud_lists.column.source'),
      width: 260,
      isSortable: true,
      text: ({ source }) => (source === null ? '' : sourceLabel(source, t)),
      cell: ({ source }) => (source === null ? '' : <SourceText source={source} />),
    },
    {
      id: 'date',
      header: t('fraud_lists.column.date'),
      width: 180,
      ...timeColumn(times, ({ date }: HistoryEntry) => date),
      isSortable: true,
      card: 'time',
    },
    {
      id: 'user',
      header: t('fraud_lists.column.user'),
      width: 180,
      isSortable: true,
      text: ({ user }) => (user === 'system' ? t('fraud_lists.system') : user),
      card: 'subtitle',
    },
    {
      id: 'expiryDate',
      header: t('fraud_lists.column.expires'),
      width: 150,
      isSortable: true,
      isNumeric: true,
      text: ({ expiryDate, value: text, maskedPan }) =>
        expiryDate !== null
          ? labels.day(expiryDate)
          : text === null && maskedPan === null
            ? ''
            : t('fraud_lists.expiry.never'),
    },
  ];
}

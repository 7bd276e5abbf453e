import type { GridColumn } from '#ui/grid/grid-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import type { Times } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { FraudList } from '../list-shapes.ts';
import { ListStatus } from './list-status.tsx';
import type { ListLabels } from './use-list-labels.ts';

/** The columns of block and allow lists, also in risk controls. */
export function standardColumns(t: Translate, labels: ListLabels, times: Times): GridColumn<FraudList>[] {
  return [
    {
      id: 'dataField',
      header: t('fraud_lists.column.field'),
      width: 240,
      text: ({ dataField }) => labels.field(dataField),
      card: 'title',
    },
    ...stateColumns(t, labels),
    {
      id: 'updated',
      header: t('fraud_lists.column.updated'),
      width: 190,
      ...timeColumn(times, ({ auditData }: FraudList) => auditData.lastUpdatedTime),
      card: 'time',
    },
    {
      id: 'updatedBy',
      header: t('fraud_lists.column.updated_by'),
      width: 200,
      text: ({ auditData: { lastUpdatedBy: by } }) => (by === 'system' ? t('fraud_lists.system') : by),
    },
  ];
}

/** Whether a list is active, and how many values it has. */
export const stateColumns = (
  t: Translate,
  labels: ListLabels,
): [GridColumn<FraudList>, GridColumn<FraudList>] => [
  {
    id: 'active',
    header: t('fraud_lists.column.status'),
    isWhole: 'badge',
    text: ({ active }) => t(active ? 'fraud_lists.active' : 'fraud_lists.inactive'),
    cell: ({ active }) => <ListStatus isActive={active} />,
    card: 'status',
  },
  {
    id: 'items',
    header: t('fraud_lists.column.items'),
    width: 140,
    minWidth: 90,
    align: 'end',
    isNumeric: true,
    text: labels.count,
    cardText: (list) => t('fraud_lists.values', { count: list.itemCount, number: labels.count(list) }),
    card: 'subtitle',
  },
];

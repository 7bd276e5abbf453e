import { UnstyledButton } from '@mantine/core';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import type { Times } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { FraudList } from '../../list-shapes.ts';
import { HotBadge, ListStatus } from '../list-status.tsx';
import type { ListLabels } from '../use-list-labels.ts';
import classes from '../fraud-lists.module.css';

/** The columns of the manager. `onRules` opens the rules of a list; without it the number is plain text. */
export function listColumns(
  t: Translate,
  labels: ListLabels,
  times: Times,
  onRules: ((list: FraudList) => void) | undefined,
): GridColumn<FraudList>[] {
  return [
    {
      id: 'name',
      isAlwaysShown: true,
      header: t('fraud_lists.column.name'),
      width: 280,
      isSortable: true,
      text: ({ name }) => name,
      cell: ({ name, hotList }) => (
        <span className={classes.facts}>
          {name}
          {hotList && <HotBadge />}
        </span>
      ),
      card: 'title',
    },
    {
      id: 'dataField',
      header: t('fraud_lists.column.field'),
      width: 180,
      isSortable: true,
      text: ({ dataField, dataFieldName }) => labels.field(dataField, dataFieldName),
      card: 'subtitle',
    },
    {
      id: 'active',
      header: t('fraud_lists.column.status'),
      isSortable: true,
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
    {
      id: 'rules',
      header: t('fraud_lists.column.rules'),
      width: 110,
      minWidth: 90,
      align: 'end',
      isNumeric: true,
      text: ({ rulesCount }) => labels.number(rulesCount),
      cell: (list) =>
        onRules === undefined || list.rulesCount === 0 ? (
          labels.number(list.rulesCount)
        ) : (
          <UnstyledButton className={classes.link} onClick={() => onRules(list)}>
            {t('fraud_lists.rules', { count: list.rulesCount, number: labels.number(list.rulesCount) })}
          </UnstyledButton>
        ),
    },
    {
      id: 'lastUpdatedTime',
      header: t('fraud_lists.column.updated'),
      width: 180,
      ...timeColumn(times, ({ auditData }: FraudList) => auditData.lastUpdatedTime),
      isSortable: true,
      card: 'time',
    },
  ];
}

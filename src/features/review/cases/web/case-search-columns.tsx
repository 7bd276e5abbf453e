import type { GridColumn } from '#ui/grid/grid-column.ts';
import type { Times } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';
import { moneyColumn } from '#web/format/money-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import type { FoundCase } from '../schemas.ts';
import { CaseStatusBadge } from './case-status-badge.tsx';

const transactionOf = ({ subject }: FoundCase) => subject.adviceRequest.transaction;
const customerOf = ({ subject }: FoundCase) => subject.adviceRequest.customer;

/** The columns of the case search. Sortable ones have the names of the call. */
export function caseSearchColumns(t: Translate, times: Times, locale: string): GridColumn<FoundCase>[] {
  return [
    {
      id: 'transactionAmount',
      header: t('cases.column.transactionAmount'),
      ...moneyColumn(locale, (row: FoundCase) => ({
        requested: transactionOf(row).amount,
        currency: transactionOf(row).currencyCode,
      })),
      isSortable: true,
      card: 'title',
    },
    {
      id: 'status',
      header: t('cases.column.status'),
      text: ({ outcome }) => t(outcome === null ? 'cases.status.OPEN' : `cases.outcome.${outcome}`),
      cell: (row) => <CaseStatusBadge fraudCase={row} />,
      isWhole: 'badge',
      card: 'status',
    },
    {
      id: 'case',
      isAlwaysShown: true,
      header: t('cases.column.case'),
      text: ({ caseId }) => t('cases.title', { id: caseId }),
      isNumeric: true,
      card: 'subtitle',
    },
    {
      id: 'customerName',
      header: t('cases.column.customerName'),
      text: (row) => customerOf(row).name ?? '',
      isSortable: true,
    },
    {
      id: 'customerEmail',
      header: t('cases.column.customerEmail'),
      text: (row) => customerOf(row).email ?? '',
      isSortable: true,
      width: 240,
      card: 'subtitle',
    },
    {
      id: 'transactionId',
      header: t('cases.column.transactionId'),
      text: (row) => transactionOf(row).id,
      isNumeric: true,
      isSortable: true,
    },
    {
      id: 'transactionTime',
      header: t('cases.column.transactionTime'),
      ...timeColumn(times, (row: FoundCase) => transactionOf(row).transactionTime),
      isSortable: true,
      card: 'time',
    },
  ];
}

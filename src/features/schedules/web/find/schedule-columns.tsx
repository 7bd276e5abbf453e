import { Link } from '@tanstack/react-router';
import { textOfDay } from '#shared/calendar-day.ts';
import { ScheduleStatusBadge } from '#features/schedules/web/schedule-status-badge.tsx';
import classes from '#features/schedules/web/schedules.module.css';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { groupDecimal } from '#ui/layout/money-text.tsx';
import type { Times } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';

/** A row of the search, the list and the related schedules. */
export type ScheduleLine = Record<string, string | null>;

export const scheduleLineId = (row: ScheduleLine): string => row.scheduleId ?? '';

/** The columns of docs/domain.md#schedules, in their order. */
export function scheduleColumns(
  t: Translate,
  times: Times,
  locale: string,
  typeOf: (type: string) => string,
): GridColumn<ScheduleLine>[] {
  const money = (row: ScheduleLine, name: string): string => {
    const amount = row[name];
    return amount == null ? '' : `${groupDecimal(amount, locale)} ${row.currencyCode ?? ''}`;
  };
  const plain = (id: string): GridColumn<ScheduleLine> => ({
    id,
    header: t(`schedules.column.${id}`),
    text: (row) => row[id] ?? '',
  });
  const day = (id: string, noteOf: (row: ScheduleLine) => string): GridColumn<ScheduleLine> => ({
    ...plain(id),
    isNumeric: true,
    width: 170,
    text: (row) => [textOfDay(row[id] ?? ''), noteOf(row)].filter((part) => part !== '').join(' · '),
  });
  const failed = (row: ScheduleLine) =>
    row.lastEpisodeState === 'FAILED' ? t('schedules.episode_failed') : '';
  const retried = ({ nextEpisodeRetry: number }: ScheduleLine) =>
    number == null || number === '0' ? '' : t('schedules.retry_number', { number });
  const amount = (id: string): GridColumn<ScheduleLine> => ({
    ...plain(id),
    isNumeric: true,
    align: 'end',
    text: (row) => money(row, id),
  });
  return [
    {
      ...plain('scheduleId'),
      width: 320,
      isNumeric: true,
      cell: (row) => (
        <Link to={`/scheduleDetails/${row.scheduleId}`} className={classes.link} tabIndex={-1}>
          {row.scheduleId}
        </Link>
      ),
    },
    { ...plain('owner'), text: (row) => row.ownerName ?? row.owner ?? '' },
    {
      ...plain('status'),
      isWhole: 'badge',
      text: (row) => t(`schedules.status.${row.status}`),
      cell: (row) => <ScheduleStatusBadge status={row.status ?? ''} />,
    },
    { ...plain('type'), text: (row) => typeOf(row.type ?? '') },
    {
      ...plain('creationDate'),
      header: t('schedules.column.creationDate', { zone: times.zoneName }),
      width: 190,
      isNumeric: true,
      isWhole: 'text',
      text: (row) => times.dateTime(row.creationDate ?? ''),
    },
    { ...plain('maskedPan'), isNumeric: true, width: 170 },
    plain('customerName'),
    { ...plain('customerEmail'), width: 200 },
    plain('customerMerchantRef'),
    day('lastEpisodeDate', failed),
    amount('lastEpisodeAmount'),
    day('nextEpisodeDate', retried),
    amount('nextEpisodeAmount'),
  ];
}

import { cardDigits } from '#web/format/card-digits.ts';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ScheduleStatusBadge } from '../schedule-status-badge.tsx';
import classes from '../schedules.module.css';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { moneyColumn } from '#web/format/money-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import { type Times, useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import type { Translate } from '#web/translate/translator.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { useScheduleLabels } from '../use-schedule-labels.ts';

/** A row of the search, the list and the related schedules. */
export type ScheduleLine = Record<string, string | null>;

export const scheduleLineId = (row: ScheduleLine): string => row.scheduleId ?? '';

const cardOf = ({ maskedPan }: ScheduleLine): string => (maskedPan == null ? '' : cardDigits(maskedPan));

const failed = ({ lastEpisodeState }: ScheduleLine, t: Translate) =>
  lastEpisodeState === 'FAILED' ? t('schedules.episode_failed') : '';
const retried = ({ nextEpisodeRetry: number }: ScheduleLine, t: Translate) =>
  number == null || number === '0' ? '' : t('schedules.retry_number', { number });

/** The columns of docs/domain.md#schedules: customer, status and next charge first, identifiers last. */
function scheduleColumns(
  t: Translate,
  times: Times,
  locale: string,
  typeOf: (type: string) => string,
): GridColumn<ScheduleLine>[] {
  const money = (nameOf: (row: ScheduleLine) => string) =>
    moneyColumn(locale, (row: ScheduleLine) => ({
      requested: row[nameOf(row)] ?? '',
      currency: row.currencyCode,
    }));
  const plain = (id: string): GridColumn<ScheduleLine> => ({
    id,
    header: t(`schedules.column.${id}`),
    text: (row) => row[id] ?? '',
  });
  const day = (id: string, noteOf: (row: ScheduleLine) => string): GridColumn<ScheduleLine> => ({
    ...plain(id),
    isNumeric: true,
    isSortable: true,
    isWhole: 'text',
    width: 150,
    minWidth: 150,
    text: (row) => [times.shortDay(row[id] ?? ''), noteOf(row)].filter((part) => part !== '').join(' · '),
  });
  const amount = (id: string): GridColumn<ScheduleLine> => ({
    ...plain(id),
    ...money(() => id),
    width: 130,
    minWidth: 130,
  });
  const amountOfCard: GridColumn<ScheduleLine> = {
    id: 'amount',
    header: '',
    ...money(({ nextEpisodeAmount }) => (nextEpisodeAmount ? 'nextEpisodeAmount' : 'lastEpisodeAmount')),
    card: 'title',
    isCardOnly: true,
  };
  return [
    amountOfCard,
    { ...plain('customerName'), card: 'subtitle' },
    {
      ...plain('status'),
      card: 'status',
      isSortable: true,
      isWhole: 'badge',
      text: (row) => t(`schedules.status.${row.status}`),
      cell: (row) => <ScheduleStatusBadge status={row.status ?? ''} />,
    },
    amount('nextEpisodeAmount'),
    { ...plain('type'), width: 130, minWidth: 130, text: (row) => typeOf(row.type ?? ''), card: 'subtitle' },
    day('nextEpisodeDate', (row) => retried(row, t)),
    day('lastEpisodeDate', (row) => failed(row, t)),
    amount('lastEpisodeAmount'),
    {
      ...plain('creationDate'),
      header: t('schedules.column.creationDate'),
      ...timeColumn(times, (row: ScheduleLine) => row.creationDate),
      isSortable: true,
      card: 'time',
    },
    { ...plain('maskedPan'), text: cardOf, isNumeric: true, width: 140 },
    { ...plain('customerEmail'), width: 220 },
    { ...plain('customerMerchantRef'), width: 170 },
    { ...plain('owner'), text: (row) => row.ownerName ?? row.owner ?? '' },
    {
      ...plain('scheduleId'),
      isAlwaysShown: true,
      width: 320,
      isNumeric: true,
      cell: (row) => (
        <Link {...paths.schedule(scheduleLineId(row))} className={classes.link} tabIndex={-1}>
          {row.scheduleId}
        </Link>
      ),
    },
  ];
}

/** The columns of every grid of schedules, in the user's language. */
export function useScheduleColumns(): GridColumn<ScheduleLine>[] {
  const { t, language } = useTranslation();
  const times = useTimes();
  const locale = browserLocale(language);
  const labels = useScheduleLabels();
  return useMemo(
    () => scheduleColumns(t, times, locale, labels.type),
    // The texts depend on the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [t, times, locale],
  );
}

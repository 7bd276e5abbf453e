import { dateFormat, numberFormat } from '#shared/text/intl-formats.ts';
import { useMemo } from 'react';
import { scheduleTypeFor, weekdays, type ScheduleDates, type Weekday } from '../schedule-definition.ts';
import { useTimes } from '#web/format/use-times.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Names of days and months in the user's language. */
export function useDayLabels() {
  const { language } = useTranslation();
  return useMemo(() => {
    const locale = browserLocale(language);
    const name = (options: Intl.DateTimeFormatOptions) => {
      const format = dateFormat(locale, { ...options, timeZone: 'UTC' });
      return (day: number, month = 0) => format.format(Date.UTC(2024, month, day));
    };
    const [weekday, month] = [name({ weekday: 'long' }), name({ month: 'long' })];
    return {
      // 1 January 2024 was a Monday.
      weekday: (day: Weekday) => weekday(weekdays.indexOf(day) + 1),
      month: (number: number) => month(1, number - 1),
    };
  }, [language]);
}

/** Describes when a schedule charges. */
export function useScheduleLabels() {
  const { t, language } = useTranslation();
  const days = useDayLabels();
  const times = useTimes();
  const locale = browserLocale(language);
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const pattern = ({
    daysOfWeek,
    weeksOfMonth,
    daysOfMonth,
    monthsOfYear,
  }: ScheduleDates['pattern'] & object) =>
    [
      daysOfWeek && list.format(daysOfWeek.map(days.weekday)),
      weeksOfMonth && t('schedules.weeks', { weeks: list.format(weeksOfMonth.map(String)) }),
      daysOfMonth && t('schedules.month_days', { days: list.format(daysOfMonth.map(String)) }),
      monthsOfYear && list.format(monthsOfYear.map(days.month)),
    ]
      .filter((part) => part !== undefined)
      .join(' · ');
  return {
    interval: (quantity: number, unit: string) => intervalIn(locale, quantity, unit),
    /** fixed, pattern, frequency, else not available (docs/domain.md#schedules). */
    type: (type: string) =>
      ['fixed', 'frequency', 'pattern'].includes(type) ? t(`schedules.type.${type}`) : t('ui.noValue'),
    rhythm: (definition: object): string => {
      const dates = definition as ScheduleDates;
      const type = scheduleTypeFor(dates);
      if (type === 'fixed') return (dates.fixed?.dates ?? []).map(times.day).join(', ');
      if (type === 'pattern' && dates.pattern) return pattern(dates.pattern);
      const { unit = 'MONTH', quantity = 1, rate = 'FIXED' } = dates.frequency ?? {};
      const interval =
        quantity === 1 ? t(`schedules.each.${unit}`) : t(`schedules.every.${unit}`, { count: quantity });
      return `${interval} · ${t(`schedules.rate.${rate}`)}`;
    },
    end: (definition: object): string => {
      const { fixed, terminator } = definition as ScheduleDates;
      const lastDate = fixed?.dates.at(-1);
      if (lastDate !== undefined) return times.day(lastDate);
      const { endOn, episodeLimit } = terminator ?? {};
      if (endOn !== undefined) return times.day(endOn);
      return episodeLimit === undefined
        ? t('schedules.ending.never')
        : t('schedules.episodes', { number: episodeLimit });
    },
  };
}

/** '3 months' in the user's language. */
function intervalIn(locale: string, quantity: number, unit: string): string {
  const format = { style: 'unit', unit: unit.toLowerCase(), unitDisplay: 'long' } as const;
  return numberFormat(locale, format).format(quantity);
}

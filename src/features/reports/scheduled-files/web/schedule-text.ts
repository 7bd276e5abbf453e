import { dateFormat } from '#shared/text/intl-formats.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { Schedule } from '../schedule.ts';

/** 1 for Monday to 7, by its name. */
export const weekdayName = (day: number, language: string): string =>
  dateFormat(browserLocale(language), { weekday: 'long', timeZone: 'UTC' }).format(
    // 1 January 2024 was a Monday.
    Date.UTC(2024, 0, day),
  );

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** "Every Monday at 08:00 (Europe/London)". */
export function scheduleText(
  { frequency, day, hour, timeZone }: Schedule,
  t: Translate,
  language: string,
): string {
  const when =
    day === null
      ? t('scheduled_files.when.DAILY', { time: hourText(hour) })
      : t(`scheduled_files.when.${frequency}`, {
          day: frequency === 'WEEKLY' ? weekdayName(day, language) : String(day),
          time: hourText(hour),
        });
  return `${when} (${timeZone})`;
}

import { useMemo } from 'react';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { useTimes } from '#web/format/use-times.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { useScheduleWords } from '../use-schedule-words.ts';
import { scheduleColumns, type ScheduleLine } from './schedule-columns.tsx';

/** The columns of every grid of schedules, in the language in use. */
export function useScheduleColumns(): GridColumn<ScheduleLine>[] {
  const { t, language } = useTranslation();
  const times = useTimes();
  const locale = browserLocale(language);
  const words = useScheduleWords();
  return useMemo(
    () => scheduleColumns(t, times, locale, words.type),
    // The words follow from the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [t, times, locale],
  );
}

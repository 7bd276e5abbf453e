import { Button } from '@mantine/core';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** No schedules were found; `onAllDates` where the days of creation narrow the list. */
export function NoSchedules({ onAllDates }: { onAllDates?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const button = onAllDates && (
    <Button variant="default" onClick={onAllDates}>
      {t('list.all_dates')}
    </Button>
  );
  return (
    <EmptyState title={t('schedules.none')} action={button}>
      {t('schedules.none_text')}
    </EmptyState>
  );
}

import { Button } from '@mantine/core';
import { Allowed } from '#web/session/allowed.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** After success or processing: opens the schedule, with the permission for its screen. */
export function GoToSchedule({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation();
  return (
    <Allowed anyOf={['P_VIEW_SCHEDULE']}>
      <Button variant="default" onClick={onGo}>
        {t('schedules.go_to_schedule')}
      </Button>
    </Allowed>
  );
}

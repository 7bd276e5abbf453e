import { Button } from '@mantine/core';
import { textOfDay } from '#shared/calendar-day.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = {
  isOpen: boolean;
  /** The day of the next episode. */
  next: string | null;
  onSkip: () => void;
  onProceed: (() => void) | undefined;
  onClose: () => void;
};

/**
 * A repeat of a payment whose schedule will charge it anyway: instead of the next episode, or beside it
 * (docs/domain.md#follow-up-dialogs).
 */
export function ScheduleWarningDialog({ isOpen, next, onSkip, onProceed, onClose }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('schedules.warning.title')}
      size="medium"
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          {onProceed && (
            <Button variant="default" onClick={onProceed}>
              {t('schedules.warning.proceed')}
            </Button>
          )}
          <Button onClick={onSkip} data-autofocus>
            {t('schedules.warning.skip')}
          </Button>
        </>
      }
    >
      <p>{t('schedules.warning.text', { day: textOfDay(next ?? '') })}</p>
    </Dialog>
  );
}

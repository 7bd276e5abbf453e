import { Button } from '@mantine/core';
import { useState } from 'react';
import { textOfDay } from '#shared/calendar-day.ts';
import { remainderAfter } from '#features/transaction-details/follow-up-form.ts';
import classes from '#features/transaction-details/web/details-screen.module.css';
import { useDetailsWords } from '#features/transaction-details/web/use-details-words.ts';
import type { FollowUp } from '#features/transaction-details/web/follow-up/use-follow-up.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = { followUp: FollowUp; text: string; confirmLabel: string };

/** The confirmation of a follow-up: what happens, what remains, and the button to confirm. */
export function FollowUpConfirm({ followUp, text, confirmLabel }: Props) {
  const { t } = useTranslation();
  const words = useDetailsWords();
  const [isBusy, setIsBusy] = useState(false);
  const { limit, form } = followUp;
  const rest = remainderAfter(form.amount, limit);
  async function submit(): Promise<void> {
    setIsBusy(true);
    try {
      await followUp.submit();
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <div className={classes.confirm}>
      <p>{text}</p>
      {rest !== undefined && (
        <p className="number">
          {t(`details.left_after.${limit.mode}`, { money: words.money(rest, limit.currency) })}
        </p>
      )}
      <div className={classes.confirmActions}>
        <Button variant="default" onClick={followUp.back} disabled={isBusy}>
          {t('details.go_back')}
        </Button>
        <Button
          color={limit.mode === 'CANCEL' ? 'red' : undefined}
          loading={isBusy}
          // The pane has replaced the one with the focus.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          // A double click or held Enter on the form must not confirm.
          onKeyDown={(event) => {
            if (event.repeat) event.preventDefault();
          }}
          onClick={(event) => {
            if (event.detail < 2) void submit();
          }}
        >
          {confirmLabel}
        </Button>
      </div>
    </div>
  );
}

type ScheduleWarningDialogProps = {
  isOpen: boolean;
  /** The day of the next episode. */
  next: string | null;
  onSkip: () => void;
  onProceed: (() => void) | undefined;
  onClose: () => void;
};

/**
 * Warns before a repeat that the schedule would make anyway: replace the next episode, or pay in addition
 * (docs/domain.md#follow-up-dialogs).
 */
export function ScheduleWarningDialog({
  isOpen,
  next,
  onSkip,
  onProceed,
  onClose,
}: ScheduleWarningDialogProps) {
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

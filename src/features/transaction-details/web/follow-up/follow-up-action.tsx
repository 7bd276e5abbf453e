import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { TransactionDetails } from '#features/transaction-details/endpoints.ts';
import type { FollowUpMode } from '#features/transaction-details/follow-up-mode.ts';
import { useOrigin } from '#features/transaction-details/web/back-link.tsx';
import classes from '#features/transaction-details/web/details-screen.module.css';
import { isWaitingForMerchant } from '#features/transaction-details/suspension.ts';
import { useDetailsWords } from '#features/transaction-details/web/use-details-words.ts';
import { FollowUpFormDialog } from '#features/transaction-details/web/follow-up/follow-up-form-dialog.tsx';
import { GoToSchedule } from '#features/transaction-details/web/follow-up/go-to-schedule.tsx';
import { ScheduleWarningDialog } from '#features/transaction-details/web/follow-up/schedule-warning-dialog.tsx';
import type { AttemptKeys } from '#features/transaction-details/web/follow-up/attempt-keys.ts';
import { useFollowUp } from '#features/transaction-details/web/follow-up/use-follow-up.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/unsaved-guard.tsx';

type Props = {
  transaction: TransactionDetails;
  keys: AttemptKeys;
  mode: FollowUpMode;
  isAvailable: boolean;
  isPrimary: boolean;
  isOpenAtFirst?: boolean;
  /** At the warning of a repeat: pay as a plain payment instead; absent where that is not possible. */
  onPlainPayment?: (() => void) | undefined;
};

/** A button and all that follows from it: form, confirmation, outcome. */
export function FollowUpAction(props: Props) {
  const { transaction, mode, isAvailable, isPrimary } = props;
  const { t } = useTranslation();
  const words = useDetailsWords();
  const origin = useOrigin();
  const followUp = useFollowUp(transaction, mode, props.keys, props.isOpenAtFirst);
  const { limit, step, form, result } = followUp;
  const isComplete = mode === 'CAPTURE' && limit.isPayout;
  const isWaiting = mode === 'CANCEL' && isWaitingForMerchant(transaction);
  const group = `details.action.${isComplete ? 'COMPLETE' : mode}`;
  const named = {
    id: transaction.transactionId,
    money: words.money(limit.isAmountOpen ? form.amount : limit.amount, limit.currency),
    card: transaction.maskedPan?.slice(-4) ?? '',
  };
  // A suspended payment is cancelled without a transaction of its own.
  const newId = result.transactionId === transaction.transactionId ? undefined : result.transactionId;
  const ending = result.isUnknown === true ? 'unknown' : result.outcome;
  return (
    <>
      <UnsavedGuard isDirty={followUp.isDirty} />
      <Button variant={isPrimary ? 'filled' : 'default'} disabled={!isAvailable} onClick={followUp.open}>
        {t(`${group}.button`)}
      </Button>
      <ScheduleWarningDialog
        isOpen={step === 'warning'}
        next={transaction.nextScheduledRepeat}
        onSkip={followUp.skip}
        onProceed={
          props.onPlainPayment &&
          (() => {
            followUp.close();
            props.onPlainPayment?.();
          })
        }
        onClose={followUp.close}
      />
      <FollowUpFormDialog followUp={followUp} title={t(`${group}.title`, named)} />
      <ConfirmDialog
        isOpen={step === 'confirm'}
        isStatic
        isDangerous={mode === 'CANCEL'}
        title={t(`${group}.confirm_title`, named)}
        confirmLabel={t(`${group}.confirm`, named)}
        cancelLabel={t('details.go_back')}
        onConfirm={followUp.submit}
        onCancel={followUp.back}
      >
        {t(`${group}.${isWaiting ? 'confirm_waiting' : 'confirm_text'}`, named)}
      </ConfirmDialog>
      <ResultDialog
        isOpen={step === 'result'}
        kind={result.outcome}
        title={t(ending === 'unknown' ? 'details.unknown_title' : `${group}.${ending}_title`, named)}
        requestId={result.requestId}
        action={
          result.outcome !== 'error' &&
          result.scheduleId != null && <GoToSchedule onGo={() => void followUp.finish('go_to_schedule')} />
        }
        closeLabel={result.outcome === 'error' ? t('details.go_back') : undefined}
        onClose={() => void followUp.finish()}
      >
        <div className={classes.result}>
          <p>{t(ending === 'unknown' ? 'details.unknown_end' : `${group}.${ending}_text`, named)}</p>
          {result.outcome === 'error' && result.reason != null && (
            <p className={classes.reasonText}>{result.reason}</p>
          )}
          {result.outcome !== 'error' && newId != null && (
            <p>
              {t('details.new_transaction')}{' '}
              <Link
                {...paths.transaction(newId)}
                state={{ origin } as object}
                className={`${classes.inText} number`}
              >
                {newId}
              </Link>
            </p>
          )}
        </div>
      </ResultDialog>
    </>
  );
}

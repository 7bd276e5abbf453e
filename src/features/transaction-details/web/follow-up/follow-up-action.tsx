import { Link } from '@tanstack/react-router';
import type { TransactionDetails } from '#features/transaction-details/endpoints.ts';
import { parseLimitedAmount } from '#features/transaction-details/follow-up-form.ts';
import type { FollowUpMode } from '#features/transaction-details/follow-up-mode.ts';
import { useOrigin } from '#features/transaction-details/web/back-link.tsx';
import classes from '#features/transaction-details/web/details-screen.module.css';
import { isWaitingForMerchant } from '#features/transaction-details/suspension.ts';
import { useDetailsWords } from '#features/transaction-details/web/use-details-words.ts';
import {
  FollowUpConfirm,
  ScheduleWarningDialog,
} from '#features/transaction-details/web/follow-up/follow-up-confirm.tsx';
import { FollowUpFormPane } from '#features/transaction-details/web/follow-up/follow-up-form-pane.tsx';
import { GoToSchedule } from '#features/transaction-details/web/follow-up/go-to-schedule.tsx';
import type { AttemptKeys } from '#features/transaction-details/web/follow-up/attempt-keys.ts';
import { useFollowUp } from '#features/transaction-details/web/follow-up/use-follow-up.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/unsaved-guard.tsx';

type Props = {
  transaction: TransactionDetails;
  keys: AttemptKeys;
  mode: FollowUpMode;
  /** At the warning of a repeat: pay as a plain payment instead; absent where that is not possible. */
  onPlainPayment?: (() => void) | undefined;
};

/** All that follows from an action: form, confirmation, outcome. */
export function FollowUpAction(props: Props) {
  const { transaction, mode } = props;
  const { t } = useTranslation();
  const words = useDetailsWords();
  const origin = useOrigin();
  const followUp = useFollowUp(transaction, mode, props.keys);
  const { limit, step, form, result } = followUp;
  const isComplete = mode === 'CAPTURE' && limit.isPayout;
  const isWaiting = mode === 'CANCEL' && isWaitingForMerchant(transaction);
  const group = `details.action.${isComplete ? 'COMPLETE' : mode}`;
  const named = {
    id: transaction.transactionId,
    money: words.money(
      limit.isAmountOpen ? parseLimitedAmount(form.amount, limit) : limit.amount,
      limit.currency,
    ),
    card: transaction.maskedPan?.slice(-4) ?? '',
  };
  // A suspended payment is cancelled without a transaction of its own.
  const newId = result.transactionId === transaction.transactionId ? undefined : result.transactionId;
  const ending = result.isUnknown === true ? 'unknown' : result.outcome;
  return (
    <>
      <UnsavedGuard isDirty={followUp.isDirty} />
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
      <Dialog
        isOpen={step === 'form' || step === 'confirm'}
        onClose={followUp.close}
        title={t(`${group}.${step === 'confirm' ? 'confirm_title' : 'title'}`, named)}
        isStatic
        size={limit.takesSchedule ? 'medium' : 'small'}
      >
        {step === 'confirm' ? (
          <FollowUpConfirm
            followUp={followUp}
            text={t(`${group}.${isWaiting ? 'confirm_waiting' : 'confirm_text'}`, named)}
            confirmLabel={t(`${group}.confirm`, named)}
          />
        ) : (
          <FollowUpFormPane
            followUp={followUp}
            title={t(`${group}.title`, named)}
            submitLabel={t(`${group}.${followUp.isSendable ? 'confirm' : 'button'}`, named)}
          />
        )}
      </Dialog>
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

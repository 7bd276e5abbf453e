import { Button } from '@mantine/core';
import type { TransactionDetails } from '../../schemas.ts';
import type { FollowUpMode, OrderMode } from '../../follow-up-mode.ts';
import { AddScheduleAction } from './add-schedule-action.tsx';
import type { AttemptKeys } from '#web/call/attempt-keys.ts';
import { Link } from '@tanstack/react-router';
import { amountToMove } from '../../follow-up-form.ts';
import { useOrigin } from '../back-to-origin.tsx';
import { isWaitingForMerchant } from '../../suspension.ts';
import { useDetailsFormat } from '../use-details-format.ts';
import { FollowUpConfirm, FollowUpFormPane, ScheduleWarningDialog } from './follow-up-panes.tsx';
import { GoToSchedule } from './go-to-schedule.tsx';
import { type FollowUp, useFollowUp } from './use-follow-up.ts';
import { FailureText } from './failure-text.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import { paths } from '#web/paths.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { CloseQuestion, UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import classes from '../details-screen.module.css';

/** The open action. The number makes each opening a new one. */
export interface OpenedAction {
  mode: OrderMode;
  times: number;
}

interface OpenedProps {
  action: OpenedAction | undefined;
  transaction: TransactionDetails;
  keys: AttemptKeys;
  /** At the warning of a repeat: a plain payment instead; absent where that is not possible. */
  onPlainPayment: (() => void) | undefined;
}

/** The dialogs of the open action. */
export function OpenedFollowUp({ action, transaction, keys, onPlainPayment }: OpenedProps) {
  if (action === undefined) return null;
  const { mode, times } = action;
  return mode === 'ADD_SCHEDULE' ? (
    <AddScheduleAction key={times} transaction={transaction} keys={keys} />
  ) : (
    <FollowUpAction
      key={times}
      transaction={transaction}
      keys={keys}
      mode={mode}
      onPlainPayment={onPlainPayment}
    />
  );
}

interface Props {
  transaction: TransactionDetails;
  keys: AttemptKeys;
  mode: FollowUpMode;
  /** At the warning of a repeat: a plain payment instead; absent where that is not possible. */
  onPlainPayment?: (() => void) | undefined;
}

/** The dialogs of a follow-up: warning, form, confirmation and outcome. */
function FollowUpAction(props: Props) {
  const { transaction, mode } = props;
  const followUp = useFollowUp(transaction, mode, props.keys);
  const { limit, step } = followUp;
  const texts = useActionTexts(transaction, followUp);
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
        title={texts(step === 'confirm' ? 'confirm_title' : 'title')}
        isStatic
        size={limit.takesSchedule ? 'medium' : 'small'}
      >
        <CloseQuestion isDirty={followUp.isDirty} />
        {step === 'confirm' ? (
          <FollowUpConfirm
            followUp={followUp}
            text={texts(
              mode === 'CANCEL' && isWaitingForMerchant(transaction) ? 'confirm_waiting' : 'confirm_text',
            )}
            confirmLabel={texts('confirm')}
            customer={transaction.customerName ?? transaction.customerEmailAddress}
          />
        ) : (
          <FollowUpFormPane followUp={followUp} title={texts('title')} submitLabel={texts('review')} />
        )}
      </Dialog>
      <FollowUpResult followUp={followUp} transactionId={transaction.transactionId} texts={texts} />
    </>
  );
}

/** Texts of the action by the end of their key, with amount, card and id filled in. */
function useActionTexts(transaction: TransactionDetails, { limit, form: { values } }: FollowUp) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  const isComplete = limit.mode === 'CAPTURE' && limit.isPayout;
  const params = {
    id: transaction.transactionId,
    money: format.money(amountToMove(values, limit), limit.currency),
    card: transaction.maskedPan?.slice(-4) ?? '',
  };
  return (name: string, more: { at?: string } = {}): string =>
    t(`details.action.${isComplete ? 'COMPLETE' : limit.mode}.${name}`, { ...params, ...more });
}

/** Follow-ups that can be made twice on purpose. */
const isRepeatable: ReadonlySet<FollowUpMode> = new Set(['REFUND', 'REPEAT', 'PAYMENT', 'PAYOUT']);

interface ResultProps {
  followUp: FollowUp;
  transactionId: string;
  texts: ReturnType<typeof useActionTexts>;
}

function FollowUpResult({ followUp, transactionId, texts }: ResultProps) {
  const { t } = useTranslation();
  const origin = useOrigin();
  const { step, result } = followUp;
  const times = useTimes();
  const isUnknown = result.isUnknown === true;
  const isMadeBefore = result.madeBefore !== undefined && result.outcome !== 'error';
  // Cancelling a suspended payment creates no separate transaction.
  const newId = result.transactionId === transactionId ? undefined : result.transactionId;
  return (
    <ResultDialog
      isOpen={step === 'result'}
      kind={result.outcome}
      title={
        isUnknown
          ? t('details.unknown_title')
          : isMadeBefore
            ? texts('made_title', { at: times.short(result.madeBefore ?? '') })
            : texts(`${result.outcome}_title`)
      }
      requestId={result.requestId}
      action={
        <>
          {result.outcome !== 'error' && result.scheduleId !== undefined && (
            <GoToSchedule onGo={() => void followUp.finish('go_to_schedule')} />
          )}
          {isMadeBefore && isRepeatable.has(followUp.limit.mode) && followUp.isSendable && (
            <Button variant="default" onClick={followUp.again}>
              {texts('another')}
            </Button>
          )}
        </>
      }
      closeLabel={result.outcome === 'error' ? t('details.go_back') : undefined}
      onClose={() => void followUp.finish()}
    >
      <div className={classes.result}>
        <p>
          {isUnknown
            ? t('details.unknown_end')
            : isMadeBefore
              ? t('details.made_before')
              : texts(`${result.outcome}_text`)}
        </p>
        {result.outcome === 'error' && <FailureText result={result} mode={followUp.limit.mode} />}
        {result.outcome !== 'error' && newId !== undefined && (
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
  );
}

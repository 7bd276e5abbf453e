import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { cancelTransaction, captureTransaction, refundTransaction } from '#features/payments/calls.ts';
import { getTransaction, type TransactionDetails } from '#features/transaction-details/calls.ts';
import {
  absoluteAmount,
  amountError,
  followUpBodyOf,
  outcomeOf,
  precisionOf,
  reasonMessageOf,
  type AmountError,
  type FollowUpForm,
  type FollowUpLimit,
  type FollowUpMode,
  type FollowUpOutcome,
} from '#features/transaction-details/follow-up-form.ts';
import { searchTransactions } from '#features/transactions/calls.ts';
import { completeDecimalText } from '#ui/form/decimal-text.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { errorText } from '#web/translate/translate.ts';

const contracts = { REFUND: refundTransaction, CAPTURE: captureTransaction, CANCEL: cancelTransaction };

export type FollowUpResult = {
  outcome: FollowUpOutcome;
  reason?: string | undefined;
  requestId?: string | undefined;
  transactionId?: string | undefined;
  /** Nobody knows whether it went through: only the same key again tells. */
  isUnknown?: boolean;
};

export type FollowUpStep = 'closed' | 'form' | 'confirm' | 'result';

/** What the action may move on this transaction. */
export function limitOf(transaction: TransactionDetails, mode: FollowUpMode): FollowUpLimit {
  const isRefund = mode === 'REFUND';
  const { refundInformation, captureInformation, currencyCode: currency } = transaction;
  return {
    mode,
    currency,
    amount: isRefund ? refundInformation.amount : absoluteAmount(transaction.requestedAmount),
    isAmountOpen: isRefund || (mode === 'CAPTURE' && captureInformation.partialOperationAllowed),
    isPayout: transaction.type === 'PAYOUT_INITIALIZE',
  };
}

/** One secondary transaction from its form to its outcome (spec 1 §4). What was typed stays until it is done. */
export function useFollowUp(transaction: TransactionDetails, mode: FollowUpMode) {
  const limit = limitOf(transaction, mode);
  const initial: FollowUpForm = { amount: limit.amount, merchantRef: '', description: '' };
  const navigate = useNavigate();
  const queries = useQueryClient();
  const send = useSend(contracts[mode], { isHandledHere: true });
  const [step, setStep] = useState<FollowUpStep>('closed');
  const [form, setForm] = useState(initial);
  const [error, setError] = useState<AmountError>();
  const [result, setResult] = useState<FollowUpResult>({ outcome: 'success' });
  const attempt = useRef({ key: '', request: '', isUnknown: false });

  function open(): void {
    setForm(initial);
    setError(undefined);
    setStep('form');
  }
  /** A new key for each request confirmed; the same for one whose end is not known. */
  function confirm(): void {
    const whole = {
      ...form,
      amount: completeDecimalText(form.amount, precisionOf(limit.currency, limit.amount)),
    };
    const found = amountError(whole.amount, limit);
    setForm(whole);
    setError(found);
    if (found != null) return;
    const request = JSON.stringify(followUpBodyOf(whole, limit));
    const { isUnknown, request: before } = attempt.current;
    if (!isUnknown || before !== request)
      attempt.current = { key: crypto.randomUUID(), request, isUnknown: false };
    setStep('confirm');
  }
  async function submit(): Promise<void> {
    const { installationId, transactionId } = transaction;
    // A variable: the contract takes the loose bodies of shops, which have no type to check against.
    const input = {
      path: { installationId, transactionId },
      body: followUpBodyOf(form, limit),
      headers: { 'idempotency-key': attempt.current.key },
    };
    try {
      const answer = await send.mutateAsync(input);
      attempt.current.isUnknown = false;
      setResult({
        outcome: outcomeOf(mode, answer.outcome?.reasonCode),
        reason: reasonMessageOf(answer),
        transactionId: answer.transaction?.transactionId,
      });
    } catch (failure) {
      const { isUnknown, ...failed } = failedResult(mode, failure);
      attempt.current.isUnknown = isUnknown === true;
      setResult({ ...failed, isUnknown: isUnknown === true });
    }
    setStep('result');
  }
  /** After success or processing the page reads everything anew and says so in its address. */
  async function finish(): Promise<void> {
    if (result.outcome === 'error') {
      setStep('form');
      return;
    }
    setStep('closed');
    await navigate({ to: '.', search: { fromSecondaryAction: mode }, replace: true, state: true });
    await Promise.all(
      [getTransaction, searchTransactions].map(({ name }) => queries.invalidateQueries({ queryKey: [name] })),
    );
  }
  function change(next: Partial<FollowUpForm>): void {
    const after = { ...form, ...next };
    setForm(after);
    // Leaving the field completes its text: an error found just before must stay, or go when it is mended.
    setError((before) => (before == null ? undefined : amountError(after.amount, limit)));
  }
  const isDone = step === 'closed' || (step === 'result' && result.outcome !== 'error');
  const isChanged = form.amount !== initial.amount || form.merchantRef !== '' || form.description !== '';
  return {
    limit,
    step,
    form,
    error,
    result,
    isDirty: !isDone && isChanged,
    open,
    change,
    check: () => setError(amountError(form.amount, limit)),
    confirm,
    submit,
    finish,
    back: () => setStep('form'),
    close: () => setStep('closed'),
  };
}

export type FollowUp = ReturnType<typeof useFollowUp>;

function failedResult(mode: FollowUpMode, failure: unknown): FollowUpResult {
  if (!(failure instanceof CallFailure)) return { outcome: 'error', isUnknown: true };
  const answer = failure.body as { outcome?: { reasonCode?: string } } | null | undefined;
  const isUnknown = failure.status === 0 || failure.status >= 500;
  const said = isUnknown || failure.code !== '' ? undefined : reasonMessageOf(failure.body);
  return {
    outcome: outcomeOf(mode, answer?.outcome?.reasonCode),
    reason: said ?? errorText(failure.message),
    requestId: failure.requestId,
    isUnknown,
  };
}

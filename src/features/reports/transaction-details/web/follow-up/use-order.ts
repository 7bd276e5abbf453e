import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { AdvisedDecline } from '#shared/payments/declines.ts';
import { readDecline, readReasonMessage } from '#features/payments/payments/read-response.ts';
import type { PaymentResponse } from '#features/payments/payments/schemas.ts';
import { followUpOutcome, type FollowUpOutcome } from '../../follow-up-form.ts';
import { destinationAfter, type OrderMode } from '../../follow-up-mode.ts';
import type { Attempt, AttemptKeys } from '#web/call/attempt-keys.ts';
import { isPendingApproval } from '#web/call/approval.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { paths } from '#web/paths.ts';
import { errorText } from '#web/translate/translate.ts';

export interface OrderResult {
  outcome: FollowUpOutcome;
  reason?: string;
  requestId?: string;
  transactionId?: string;
  /** The new or changed schedule. */
  scheduleId?: string;
  /** Why it failed, where the dictionary has the reason. */
  decline?: AdvisedDecline;
  /** The result is unknown: only a request with the same key can determine it. */
  isUnknown?: boolean;
  /** A second person decides, as the dialog has shown. */
  isWaiting?: boolean;
  /** An earlier request had made it, at this time (ISO 8601): its response was lost. */
  madeBefore?: string;
}

type Keyed = Record<'idempotency-key', string>;

/** Time to wait for a response (milliseconds); the server responds well before. */
export const orderLimitMs = 60_000;

/** A follow-up from its confirmation to its end (docs/domain.md#follow-up-dialogs). */
export function useOrder(mode: OrderMode, keys: AttemptKeys) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const attempt = useRef<Attempt>({ request: '', key: '' });
  const [result, setResult] = useState<OrderResult>({ outcome: 'success' });
  return {
    result,
    /** The confirmation opens. */
    confirm(request: unknown): void {
      attempt.current = keys.startAttempt([mode, request]);
    },
    /** `scheduleId`: the changed schedule, where the response has none. */
    async send(
      request: (keyed: { headers: Keyed; onReplay: () => void }) => Promise<PaymentResponse>,
      scheduleId?: string,
    ): Promise<OrderResult> {
      const sentAttempt = attempt.current;
      let isReplay = false;
      const onReplay = () => (isReplay = true);
      keys.recordSent(sentAttempt);
      const ended = await request({ headers: { 'idempotency-key': sentAttempt.key }, onReplay }).then(
        (response) => ({
          ...toOrderResult(mode, response, scheduleId),
          madeBefore: isReplay ? response.transaction?.transactionTime : undefined,
        }),
        (failure: unknown) => failed(mode, failure),
      );
      keys.recordEnd(sentAttempt, ended.isUnknown === true);
      if (ended.isWaiting !== true) setResult(ended);
      return ended;
    },
    /** The available amount may have changed since the page loaded. */
    readAgain: () => queries.invalidateQueries(),
    /** After success or processing: reloads the page with the action in its address, or leaves it. */
    async leave(from: OrderMode | 'SCHEDULE_SKIP', option?: 'go_to_schedule'): Promise<void> {
      const destination = destinationAfter(from, {
        ...(option && { option }),
        scheduleId: result.scheduleId,
      });
      if (destination.screen === 'scheduleDetails') {
        await navigate(paths.schedule(destination.id));
        return;
      }
      await navigate({
        to: '.',
        search: { fromSecondaryAction: destination.from },
        replace: true,
        state: true,
      });
      await queries.invalidateQueries();
    },
  };
}

function toOrderResult(
  mode: OrderMode,
  response: PaymentResponse,
  scheduleId: string | undefined,
): OrderResult {
  return {
    outcome: followUpOutcome(mode, response.outcome?.reasonCode),
    reason: readReasonMessage(response),
    transactionId: response.transaction?.transactionId,
    scheduleId: response.schedule?.scheduleId ?? scheduleId,
  };
}

function failed(mode: OrderMode, failure: unknown): OrderResult {
  // With its key, the same request is made once.
  if (isPendingApproval(failure)) return { outcome: 'processing', isUnknown: true, isWaiting: true };
  if (!(failure instanceof CallFailure)) return { outcome: 'error', isUnknown: true };
  const response = failure.body as { outcome?: { reasonCode?: string } } | null | undefined;
  const isUnknown = failure.status === 0 || failure.status >= 500;
  const reason = isUnknown || failure.code !== '' ? undefined : readReasonMessage(failure.body);
  return {
    outcome: followUpOutcome(mode, response?.outcome?.reasonCode),
    reason: reason ?? errorText(failure.message),
    decline: isUnknown ? undefined : readDecline(failure.body),
    requestId: failure.requestId,
    isUnknown,
  };
}

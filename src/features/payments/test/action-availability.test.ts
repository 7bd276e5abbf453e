import { expect, it } from 'vitest';
import { actionAvailability } from '#features/payments/action-availability.ts';
import type { OriginalTransaction, RootState } from '#features/payments/follow-up.ts';

const receivedAt = new Date('2027-03-01T12:00:00Z');
const payment: OriginalTransaction = {
  type: 'PAYMENT',
  status: 'SUCCESS',
  amountMinor: 1000,
  currency: 'GBP',
  receivedAt,
  cardKept: true,
};
const paid: RootState = {
  captured: true,
  voided: false,
  capturedMinor: 1000,
  refundedMinor: 0,
  pendingRefundMinor: 0,
  inFlight: false,
};
const context = {
  features: { partialCapture: true, recurring: true, instalments: false },
  queueBusy: false,
  sequenceType: null,
  now: new Date('2027-03-02T12:00:00Z'),
};

it('offers a refund of what is left, and a repeat', () => {
  const blocks = actionAvailability(payment, { ...paid, refundedMinor: 250 }, context);
  expect(blocks.refundInformation).toEqual({ permitted: true, availableToProcess: true, amountMinor: 750 });
  expect(blocks.captureInformation.permitted).toBe(false);
  expect(blocks.cancelInformation.permitted).toBe(false);
  expect(blocks.repeatInformation).toMatchObject({ permitted: true, allowedTypes: ['RECURRING'] });
});

it('shows but disables a refund when nothing is left, something is in flight or the queue is busy', () => {
  const shown = { permitted: true, availableToProcess: false };
  expect(
    actionAvailability(payment, { ...paid, refundedMinor: 1000 }, context).refundInformation,
  ).toMatchObject(shown);
  expect(actionAvailability(payment, { ...paid, inFlight: true }, context).refundInformation).toMatchObject(
    shown,
  );
  const busy = { ...context, queueBusy: true };
  expect(actionAvailability(payment, paid, busy).refundInformation).toMatchObject(shown);
});

it('offers capture and cancel of an open authorisation, not its refund', () => {
  const preauth: OriginalTransaction = { ...payment, type: 'PREAUTH' };
  const open: RootState = { ...paid, captured: false, capturedMinor: 0 };
  const blocks = actionAvailability(preauth, open, context);
  expect(blocks.captureInformation).toEqual({
    permitted: true,
    availableToProcess: true,
    partialOperationAllowed: true,
  });
  expect(blocks.cancelInformation).toEqual({ permitted: true, availableToProcess: true });
  expect(blocks.refundInformation).toEqual({ permitted: false, availableToProcess: false, amountMinor: 0 });
});

it('offers a repeat of a verified card', () => {
  const verify: OriginalTransaction = { ...payment, type: 'VERIFY', amountMinor: 0 };
  const nothing: RootState = { ...paid, captured: false, capturedMinor: 0 };
  expect(actionAvailability(verify, nothing, context).repeatInformation.availableToProcess).toBe(true);
});

it('offers nothing for a failed payment', () => {
  const failed: OriginalTransaction = { ...payment, status: 'FAILED' };
  const none: RootState = { ...paid, captured: false, capturedMinor: 0 };
  const blocks = actionAvailability(failed, none, context);
  expect(Object.values(blocks).map((block) => block.permitted)).toEqual([false, false, false, false]);
});

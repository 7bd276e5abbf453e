import { expect, test } from 'vitest';
import { actionAvailability } from '../server/load-actions.ts';
import type { OriginalTransaction, RootState } from '#features/payments/payments/follow-up.ts';

const receivedAt = new Date('2027-03-01T12:00:00Z');
const payment: OriginalTransaction = {
  type: 'PAYMENT',
  status: 'SUCCESS',
  amountMinor: 1000,
  currency: 'GBP',
  receivedAt,
  hasStoredCard: true,
};
const paid: RootState = {
  captured: true,
  voided: false,
  capturedMinor: 1000,
  refundedMinor: 0,
  chargedBackMinor: 0,
  pendingRefundMinor: 0,
  inFlight: false,
};
const context = {
  features: { partialCapture: true, recurring: true, instalments: false },
  queueBusy: false,
  sequenceType: null,
  now: new Date('2027-03-02T12:00:00Z'),
};

test('offers a refund of what is left, and a repeat', () => {
  const blocks = actionAvailability(payment, { ...paid, refundedMinor: 250 }, context);
  expect(blocks.refundInformation).toEqual({ permitted: true, availableToProcess: true, amountMinor: 750 });
  expect(blocks.captureInformation.permitted).toBe(false);
  expect(blocks.cancelInformation.permitted).toBe(false);
  expect(blocks.repeatInformation).toMatchObject({ permitted: true, allowedTypes: ['RECURRING'] });
});

test('disables a refund when nothing is left or another action is in progress', () => {
  const unavailable = { permitted: true, availableToProcess: false };
  expect(
    actionAvailability(payment, { ...paid, refundedMinor: 1000 }, context).refundInformation,
  ).toMatchObject(unavailable);
  expect(actionAvailability(payment, { ...paid, inFlight: true }, context).refundInformation).toMatchObject(
    unavailable,
  );
  const busy = { ...context, queueBusy: true };
  expect(actionAvailability(payment, paid, busy).refundInformation).toMatchObject(unavailable);
});

test('offers capture and cancel of an open authorisation, not its refund', () => {
  const preauth: OriginalTransaction = { ...payment, type: 'PREAUTH' };
  const authorised: RootState = { ...paid, captured: false, capturedMinor: 0 };
  const blocks = actionAvailability(preauth, authorised, context);
  expect(blocks.captureInformation).toEqual({
    permitted: true,
    availableToProcess: true,
    partialOperationAllowed: true,
  });
  expect(blocks.cancelInformation).toEqual({ permitted: true, availableToProcess: true });
  expect(blocks.refundInformation).toEqual({ permitted: false, availableToProcess: false, amountMinor: 0 });
});

test('offers a repeat of a verified card', () => {
  const verify: OriginalTransaction = { ...payment, type: 'VERIFY', amountMinor: 0 };
  const uncaptured: RootState = { ...paid, captured: false, capturedMinor: 0 };
  expect(actionAvailability(verify, uncaptured, context).repeatInformation.availableToProcess).toBe(true);
});

test('offers nothing for a failed payment', () => {
  const failed: OriginalTransaction = { ...payment, status: 'FAILED' };
  const none: RootState = { ...paid, captured: false, capturedMinor: 0 };
  const blocks = actionAvailability(failed, none, context);
  const { newTransactionInformation: newTransaction, ...rest } = blocks;
  expect(Object.values(rest).map((block) => block.permitted)).toEqual([false, false, false, false]);
  expect([newTransaction.PAYMENT.permitted, newTransaction.PAYOUT.permitted]).toEqual([false, false]);
});

test.each([
  ['SUCCESS', true, true],
  ['VOIDED', true, true],
  ['FAILED', true, false],
  ['EXPIRED', true, false],
  ['SUSPENDED', false, false],
  ['SUSPENDED_THREE_D_SECURE', false, false],
] as const)(
  'after %s offers a new payment: %s, a new payout: %s, with a registered card',
  (status, pay, out) => {
    const newTransactions = (more: object) =>
      actionAvailability({ ...payment, status }, paid, { ...context, ...more }).newTransactionInformation;
    const block = (permitted: boolean) => ({ permitted, availableToProcess: permitted });
    expect(newTransactions({ cardRegistered: true })).toEqual({ PAYMENT: block(pay), PAYOUT: block(out) });
    expect(newTransactions({ cardRegistered: true, queueBusy: true }).PAYMENT).toEqual({
      permitted: pay,
      availableToProcess: false,
    });
    expect(newTransactions({ cardRegistered: false })).toEqual({
      PAYMENT: block(false),
      PAYOUT: block(false),
    });
  },
);

test('offers no new payment with a card that the processor has forgotten', () => {
  const forgotten = { ...payment, hasStoredCard: false };
  const blocks = actionAvailability(forgotten, paid, { ...context, cardRegistered: true });
  expect(blocks.newTransactionInformation.PAYMENT.permitted).toBe(false);
});

test('checks a repeat against the root transaction', () => {
  const repeat = { ...payment, type: 'REPEAT' as const };
  const voided = {
    original: { ...payment, type: 'PREAUTH' as const, status: 'VOIDED' as const },
    root: paid,
  };
  const busy = { original: payment, root: { ...paid, inFlight: true } };
  const repeatBlock = (repeatOf: typeof busy | typeof voided) =>
    actionAvailability(repeat, paid, { ...context, repeatOf }).repeatInformation;
  expect(repeatBlock(voided)).toMatchObject({ permitted: false, availableToProcess: false });
  expect(repeatBlock(busy)).toMatchObject({ permitted: true, availableToProcess: false });
  const capture = { ...payment, type: 'CAPTURE' as const };
  const { repeatInformation } = actionAvailability(capture, paid, {
    ...context,
    repeatOf: { original: payment, root: paid },
  });
  expect(repeatInformation.permitted).toBe(false);
});

test('offers only a cancel for a payment that its merchant suspended', () => {
  const waiting: OriginalTransaction = { ...payment, status: 'SUSPENDED', isSuspendedByMerchant: true };
  const uncaptured: RootState = { ...paid, captured: false, capturedMinor: 0 };
  const blocks = actionAvailability(waiting, uncaptured, context);
  expect(blocks.cancelInformation).toEqual({ permitted: true, availableToProcess: true });
  expect(blocks.refundInformation.permitted).toBe(false);
  expect(blocks.repeatInformation.permitted).toBe(false);
  const inFlight = actionAvailability({ ...waiting, isSuspendedByMerchant: false }, uncaptured, context);
  expect(inFlight.cancelInformation.permitted).toBe(false);
});

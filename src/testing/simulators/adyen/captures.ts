import { openValue, type AdyenAccount, type Movement, type Payment } from './account.ts';

/** Captures every payment whose delay is over. Called before anything reads or changes money. */
export function captureWhenDue(account: AdyenAccount): void {
  const now = account.now();
  for (const payment of account.awaitingCapture) {
    if (!payment.captureAt || payment.captureAt > now) continue;
    account.awaitingCapture.delete(payment);
    if (openValue(payment) === 0) continue;
    const { pspReference, reference } = payment;
    capture(account, payment, openValue(payment), { pspReference, reference, isAutomatic: true });
  }
}

/** Moves the money. The caller has checked the balance. */
export function capture(
  account: AdyenAccount,
  payment: Payment,
  value: number,
  { pspReference, reference, isAutomatic }: { pspReference: string; reference: string; isAutomatic: boolean },
): void {
  const { amount, card } = payment;
  payment.captured += value;
  payment.movements.push({ type: 'capture', value, pspReference, reference, at: account.now() });
  const event = {
    pspReference,
    originalReference: payment.pspReference,
    merchantReference: reference,
    amount: { ...amount, value },
    paymentMethod: card.brand,
  };
  if (!isAutomatic || account.options.automaticCaptureEvents) {
    account.events.add({ ...event, eventCode: 'CAPTURE', isSuccess: true });
  }
  if (!account.options.multiplePartialCaptures) payment.cancelled += openValue(payment);
  if (/^capture failed$/i.test(card.holderName ?? '')) {
    account.later(() => failCapture(account, payment, { value, pspReference, reference }));
  }
}

/** The scheme rejects a capture that had succeeded. */
export function failCapture(
  account: AdyenAccount,
  payment: Payment,
  { value, pspReference, reference }: Pick<Movement, 'value' | 'pspReference' | 'reference'>,
): void {
  payment.captured -= value;
  payment.movements.push({ type: 'capture failed', value, pspReference, reference, at: account.now() });
  account.events.add({
    eventCode: 'CAPTURE_FAILED',
    isSuccess: true,
    reason: 'Capture Failed',
    pspReference,
    originalReference: payment.pspReference,
    merchantReference: reference,
    amount: { value, currency: payment.amount.currency },
    paymentMethod: payment.card.brand,
  });
}

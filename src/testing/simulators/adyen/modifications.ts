import type { SimulatedAnswer } from '../http-messages.ts';
import { openValue, refundableValue, type AdyenAccount, type Payment } from './account.ts';
import { capture, captureWhenDue, failCapture } from './captures.ts';
import { RequestError } from './request-error.ts';
import type { Amount } from './requests.ts';
import { requireAmount } from './take-payment.ts';

export interface ModificationRequest {
  amount?: Amount;
  merchantAccount?: string;
  reference?: string;
  paymentReference?: string;
}

/** An accepted request, until its event has the result. */
interface Modification {
  payment: Payment;
  pspReference: string;
  /** The caller's reference, else that of the payment. */
  reference: string;
  value: number;
}

export type ModificationKind = 'captures' | 'refunds' | 'cancels' | 'reversals';

const effects: Record<ModificationKind, (account: AdyenAccount, modification: Modification) => void> = {
  captures: captureOnRequest,
  refunds: refund,
  cancels: cancel,
  reversals: reverse,
};

/** POST /payments/{psp}/captures and its siblings: received now, decided later, with the result in an event. */
export function modifyPayment(
  account: AdyenAccount,
  kind: ModificationKind,
  paymentPspReference: string,
  request: ModificationRequest,
): SimulatedAnswer {
  const payment = account.payments.get(paymentPspReference);
  if (!payment) throw new RequestError('167', 'Original pspReference required for this operation');
  const withAmount = kind === 'captures' || kind === 'refunds';
  const amount = withAmount ? requireAmount(request.amount) : undefined;
  if (amount && amount.currency !== payment.amount.currency) {
    throw new RequestError('138', 'Unsupported currency specified');
  }
  if (amount?.value === 0) throw new RequestError('137', 'Invalid amount specified');
  const pspReference = account.newReference();
  const { reference } = request;
  const modification = {
    payment,
    pspReference,
    reference: reference ?? payment.reference,
    value: amount?.value ?? 0,
  };
  account.later(() => {
    captureWhenDue(account);
    effects[kind](account, modification);
  });
  const { merchantAccount } = account.options;
  return {
    status: 201,
    body: { merchantAccount, paymentPspReference, pspReference, reference, status: 'received', amount },
  };
}

/** POST /cancels: by the payment's reference, for a payment whose answer was lost. */
export function cancelByReference(account: AdyenAccount, request: ModificationRequest): SimulatedAnswer {
  const { paymentReference, reference } = request;
  if (!paymentReference) {
    throw new RequestError('130', "Required field 'paymentReference' is not provided.");
  }
  const pspReference = account.newReference();
  account.later(() => {
    captureWhenDue(account);
    cancelTechnically(account, paymentReference, pspReference);
  });
  const { merchantAccount } = account.options;
  return {
    status: 201,
    body: { merchantAccount, paymentReference, pspReference, reference, status: 'received' },
  };
}

function cancelTechnically(account: AdyenAccount, paymentReference: string, pspReference: string): void {
  const payments = account.paymentsOf(paymentReference);
  const payment = payments.find((candidate) => openValue(candidate) > 0) ?? payments.at(-1);
  const { technicalCancelOfUnknown: ofUnknown } = account.options;
  const event = {
    eventCode: 'TECHNICAL_CANCEL',
    pspReference,
    merchantReference: paymentReference,
    originalReference: payment?.pspReference,
    amount: payment?.amount ?? { value: 0, currency: 'EUR' },
    paymentMethod: payment?.card.brand,
  };
  if (!payment) {
    if (ofUnknown === 'blocks') account.blockedReferences.add(paymentReference);
    const isSuccess = ofUnknown !== 'fails';
    account.events.add({ ...event, isSuccess, reason: isSuccess ? '' : 'Transaction not found' });
    return;
  }
  const reason = whyNotCancellable(payment);
  if (!reason) payment.cancelled += openValue(payment);
  account.events.add({ ...event, isSuccess: reason === undefined, reason });
}

function captureOnRequest(account: AdyenAccount, { payment, value, ...rest }: Modification): void {
  if (value > openValue(payment)) {
    addEvent(account, 'CAPTURE', { payment, value, ...rest }, 'Insufficient balance on payment');
  } else capture(account, payment, value, { ...rest, isAutomatic: false });
}

function refund(account: AdyenAccount, modification: Modification): void {
  const { payment, value } = modification;
  const reason =
    payment.captured === 0
      ? "Transaction hasn't been captured, refund not possible"
      : value > refundableValue(payment)
        ? 'Insufficient balance on payment'
        : undefined;
  if (!reason) book(account, modification, 'refund');
  addEvent(account, 'REFUND', modification, reason);
  if (!reason) failRefund(account, modification);
}

/** A refund that the scheme or the bank sends back later. */
function failRefund(account: AdyenAccount, modification: Modification): void {
  const holderName = modification.payment.card.holderName?.toLowerCase();
  if (holderName === 'refund failed')
    account.later(() => returnRefund(account, modification, 'refund failed'));
  if (holderName === 'refunded reversed') {
    account.later(() => returnRefund(account, modification, 'refund reversed'));
  }
}

function returnRefund(
  account: AdyenAccount,
  modification: Modification,
  type: 'refund failed' | 'refund reversed',
): void {
  book(account, modification, type);
  const code = type === 'refund failed' ? 'REFUND_FAILED' : 'REFUNDED_REVERSED';
  const reason = type === 'refund failed' ? 'Refund Failed' : '';
  account.events.add({ ...eventOf(code, modification), isSuccess: true, reason });
}

type Correction = 'capture failed' | 'refund failed' | 'refund reversed';

/** Takes back a capture or refund that had succeeded, by the reference of its request. Throws without one. */
export function correct(account: AdyenAccount, reference: string, correction: Correction): void {
  captureWhenDue(account);
  const type = correction === 'capture failed' ? 'capture' : 'refund';
  for (const payment of account.payments.values()) {
    const movement = payment.movements.find((each) => each.type === type && each.reference === reference);
    if (!movement) continue;
    if (correction === 'capture failed') failCapture(account, payment, movement);
    else returnRefund(account, { payment, ...movement }, correction);
    return;
  }
  throw new Error(`No ${type} has the reference ${reference}`);
}

/** The hold of a payment ends without a capture. */
export function expire(account: AdyenAccount, reference: string): void {
  captureWhenDue(account);
  const payment = account.paymentsOf(reference).find((each) => openValue(each) > 0);
  if (!payment) throw new Error(`No open payment has the reference ${reference}`);
  const value = openValue(payment);
  payment.cancelled += value;
  account.events.add({
    eventCode: 'EXPIRE',
    isSuccess: true,
    pspReference: account.newReference(),
    originalReference: payment.pspReference,
    merchantReference: reference,
    amount: { value, currency: payment.amount.currency },
    paymentMethod: payment.card.brand,
  });
}

function cancel(account: AdyenAccount, modification: Modification): void {
  const { payment } = modification;
  const reason = whyNotCancellable(payment);
  const value = openValue(payment);
  if (!reason) payment.cancelled += value;
  addEvent(
    account,
    'CANCELLATION',
    { ...modification, value: reason ? payment.amount.value : value },
    reason,
  );
}

/** Refunds a captured payment, else cancels it. The whole payment in both cases. */
function reverse(account: AdyenAccount, modification: Modification): void {
  const { payment } = modification;
  const isRefund = payment.captured > 0;
  const value = isRefund ? refundableValue(payment) : openValue(payment);
  const reason = value <= 0 ? 'Insufficient balance on payment' : undefined;
  const whole = { ...modification, value: reason ? payment.amount.value : value };
  if (!reason && isRefund) book(account, whole, 'refund');
  if (!reason && !isRefund) payment.cancelled += value;
  account.events.add({
    ...eventOf('CANCEL_OR_REFUND', whole),
    isSuccess: reason === undefined,
    reason,
    additionalData: { 'modification.action': isRefund ? 'refund' : 'cancel' },
  });
  if (!reason && isRefund) failRefund(account, whole);
}

function whyNotCancellable(payment: Payment): string | undefined {
  if (payment.captured > 0) return 'Transaction is already captured, cancel not possible';
  return openValue(payment) <= 0 ? 'Insufficient balance on payment' : undefined;
}

function book(
  account: AdyenAccount,
  { payment, value, pspReference, reference }: Modification,
  type: 'refund' | 'refund failed' | 'refund reversed',
): void {
  payment.refunded += type === 'refund' ? value : -value;
  payment.movements.push({ type, value, pspReference, reference, at: account.now() });
}

function addEvent(
  account: AdyenAccount,
  eventCode: string,
  modification: Modification,
  reason: string | undefined,
): void {
  account.events.add({ ...eventOf(eventCode, modification), isSuccess: reason === undefined, reason });
}

function eventOf(eventCode: string, { payment, pspReference, reference, value }: Modification) {
  return {
    eventCode,
    pspReference,
    originalReference: payment.pspReference,
    merchantReference: reference,
    amount: { value, currency: payment.amount.currency },
    paymentMethod: payment.card.brand,
  };
}

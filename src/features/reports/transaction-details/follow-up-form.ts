import { part, textOf } from '#features/payments/payments/read-response.ts';
import { type RefundReason, refundReasons } from '#shared/payments/refund-reasons.ts';
import { currencyDigits } from '#shared/currencies.ts';
import { type ScheduleForm, toSchedule } from '#features/payments/schedules/schedule-form.ts';
import type { FollowUpMode, OrderMode } from './follow-up-mode.ts';

export type AmountError = 'invalid_amount' | 'exceeded_refund_amount' | 'exceeded_capture_amount';

export type Sequence = 'RECURRING' | 'INSTALMENT';

export interface FollowUpForm {
  amount: string;
  /** A refund of the full remainder, regardless of the amount field. */
  isWhole: boolean;
  merchantRef: string;
  description: string;
  /** Of a refund, both optional. The payer does not see the note. */
  refundReason: RefundReason | null;
  refundNote: string;
  /** The type of a repeat: one or the other, never both (docs/domain.md#follow-up-dialogs). */
  sequence: Sequence | null;
  /** A new schedule that starts with this repeat. */
  schedule: ScheduleForm;
}

/** The amount that an action may move: decimal text, never negative. */
export interface FollowUpLimit {
  mode: FollowUpMode;
  amount: string;
  currency: string;
  /** False: the amount is fixed, or there is none. */
  isAmountOpen: boolean;
  /**
   * Completing a payout: without partial operations it sends no amount (docs/domain.md#follow-up-dialogs).
   */
  isPayout: boolean;
  /** For a repeat: offered when there is more than one. */
  sequences: readonly Sequence[];
  /** For a new charge or payout: the stored card and its owner. */
  card?: { token: string; customerRef: string | null };
  commerceType?: string;
  /** A repeat may start a schedule. */
  takesSchedule?: boolean;
  /** The schedule whose next episode a repeat replaces. */
  skips?: string;
}

/** Amounts without an upper limit: nothing is taken from an earlier transaction. */
const isNewMoney = (mode: FollowUpMode): boolean =>
  mode === 'PAYMENT' || mode === 'PAYOUT' || mode === 'REPEAT';

export type FollowUpOutcome = 'success' | 'processing' | 'error';

/** The currency's digits, else those of the value, else 2 (docs/domain.md#money). */
export function digitsAfterPoint(currency: string, value: string): number {
  return currencyDigits(currency) ?? value.split('.')[1]?.length ?? 2;
}

/** '-12.50' is '12.50'. */
export function absoluteAmount(amount: string): string {
  return amount.replace(/^-/, '');
}

/**
 * The amount to move: all that remains for a whole refund, everything requested for a capture without an amount
 * (docs/domain.md#follow-up-dialogs).
 */
export function amountToMove(form: Pick<FollowUpForm, 'amount' | 'isWhole'>, limit: FollowUpLimit): string {
  const isAll = limit.mode === 'REFUND' ? form.isWhole : limit.mode === 'CAPTURE' && form.amount === '';
  return isAll || !limit.isAmountOpen ? limit.amount : form.amount;
}

/** Why an amount cannot be sent. Compared by digits, without floats. */
export function amountError(typed: string, limit: FollowUpLimit): AmountError | undefined {
  if (!limit.isAmountOpen || (limit.mode === 'CAPTURE' && typed === '')) return undefined;
  const digits = digitsAfterPoint(limit.currency, limit.amount);
  const amount = scaled(typed, digits);
  if (amount == null || amount <= 0n) return 'invalid_amount';
  if (isNewMoney(limit.mode)) return undefined;
  const max = scaled(limit.amount, digits);
  if (max == null || amount <= max) return undefined;
  return limit.mode === 'REFUND' ? 'exceeded_refund_amount' : 'exceeded_capture_amount';
}

/**
 * The amount that remains refundable after a refund, or uncaptured after a partial capture; undefined for other
 * actions and invalid amounts.
 */
export function remainderAfter(
  form: Pick<FollowUpForm, 'amount' | 'isWhole'>,
  limit: FollowUpLimit,
): string | undefined {
  if ((limit.mode !== 'REFUND' && limit.mode !== 'CAPTURE') || !limit.isAmountOpen) return undefined;
  const digits = digitsAfterPoint(limit.currency, limit.amount);
  const amount = amountToMove(form, limit);
  const [all, part] = [scaled(limit.amount, digits), scaled(amount, digits)];
  if (all == null || part == null || amountError(amount, limit) !== undefined) return undefined;
  if (limit.mode === 'CAPTURE' && all === part) return undefined;
  const rest = String(all - part).padStart(digits + 1, '0');
  return digits === 0 ? rest : `${rest.slice(0, -digits)}.${rest.slice(-digits)}`;
}

/** The request body: a cancel has no amount, empty fields are omitted, a card is sent by its token. */
export function toFollowUpBody(form: FollowUpForm, limit: FollowUpLimit) {
  const merchantRef = form.merchantRef.trim();
  const description = form.description.trim();
  const refundNote = limit.mode === 'REFUND' ? form.refundNote.trim() : '';
  const hasAmount = limit.mode !== 'CANCEL' && (limit.isAmountOpen || !limit.isPayout);
  const amount = amountToMove(form, limit);
  const { card, commerceType } = limit;
  return {
    transaction: {
      ...(hasAmount ? { amount, currency: limit.currency } : {}),
      merchantRef: merchantRef === '' ? undefined : merchantRef,
      description: description === '' ? undefined : description,
      refundReason: (limit.mode === 'REFUND' && form.refundReason) || undefined,
      refundNote: refundNote === '' ? undefined : refundNote,
      commerceType,
      ...sequenceFlag(limit.mode === 'REPEAT' ? form.sequence : null),
    },
    schedule: limit.takesSchedule && form.schedule.isEnabled ? toSchedule(form.schedule) : undefined,
    skipNext: limit.skips === undefined ? undefined : { scheduleId: limit.skips },
    paymentMethod: card === undefined ? undefined : { cardToken: { token: card.token } },
    customer: card?.customerRef == null ? undefined : { merchantRef: card.customerRef },
  };
}

/**
 * The form of the last request of this action whose response was lost: only the same request finds its result. undefined
 * where none was sent, or the form cannot send the same.
 */
export function restoreSent(
  requests: readonly unknown[],
  limit: FollowUpLimit,
): Omit<FollowUpForm, 'schedule'> | undefined {
  const sent = requests.findLast((request) => Array.isArray(request) && request[0] === limit.mode) as
    | [mode: string, body: unknown]
    | undefined;
  const body = part(sent?.[1]);
  const transaction = part(body.transaction);
  const amount = textOf(transaction.amount);
  if (amount === undefined || amountError(amount, limit) !== undefined) return undefined;
  if (body.schedule !== undefined || body.skipNext !== undefined) return undefined;
  return {
    amount,
    isWhole: false,
    merchantRef: textOf(transaction.merchantRef) ?? '',
    description: textOf(transaction.description) ?? '',
    refundReason: refundReasons.find((reason) => reason === transaction.refundReason) ?? null,
    refundNote: textOf(transaction.refundNote) ?? '',
    sequence: limit.sequences.find((name) => isSent(sequenceFlag(name), transaction)) ?? null,
  };
}

const isSent = (flags: object, transaction: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(flags).some((name) => transaction[name] === true);

function sequenceFlag(sequence: Sequence | null): { recurring?: true; instalment?: true } {
  if (sequence === null) return {};
  return sequence === 'RECURRING' ? { recurring: true } : { instalment: true };
}

/**
 * S100 is success, for a cancel also C107, and U200 is processing (docs/domain.md#follow-up-dialogs).
 * Decision 0019 extends U200 from refunds to all; 'nothing has moved' would be untrue for a payment in
 * progress (docs/decisions/0072).
 */
export function followUpOutcome(mode: OrderMode, reasonCode: string | undefined): FollowUpOutcome {
  if (reasonCode === 'S100' || (mode === 'CANCEL' && reasonCode === 'C107')) return 'success';
  return reasonCode === 'U200' ? 'processing' : 'error';
}

function scaled(text: string, digits: number): bigint | undefined {
  const match = /^(\d{1,15})(?:\.(\d*))?$/.exec(text);
  const fraction = match?.[2] ?? '';
  if (match == null || fraction.length > digits) return undefined;
  return BigInt(`${match[1]}${fraction.padEnd(digits, '0')}`);
}

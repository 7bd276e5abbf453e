import { currencyDigits } from '#contract/currencies.ts';

/** Secondary transactions of the details screen (spec 1 §4); the URL carries the last one. */
export const followUpModes = ['REFUND', 'CAPTURE', 'CANCEL'] as const;
export type FollowUpMode = (typeof followUpModes)[number];

export type AmountError = 'invalid_amount' | 'exceeded_refund_amount' | 'exceeded_capture_amount';

export type FollowUpForm = { amount: string; merchantRef: string; description: string };

/** What an action may move: decimal text, never negative. */
export type FollowUpLimit = {
  mode: FollowUpMode;
  amount: string;
  currency: string;
  /** False: the amount stands, or there is none. */
  isAmountOpen: boolean;
  /** Completing a payout: without a partial operation it sends no amount at all (spec 1 §5). */
  isPayout: boolean;
};

export type FollowUpOutcome = 'success' | 'processing' | 'error';

/** The currency's digits, else those of the value, else 2 (spec 1 §5). */
export function precisionOf(currency: string, value: string): number {
  return currencyDigits(currency) ?? value.split('.')[1]?.length ?? 2;
}

/** '-12.50' is '12.50'. */
export function absoluteAmount(amount: string): string {
  return amount.replace(/^-/, '');
}

/** Why an amount cannot be sent; digit by digit, no float touches it. */
export function amountError(typed: string, limit: FollowUpLimit): AmountError | undefined {
  if (!limit.isAmountOpen) return undefined;
  const digits = precisionOf(limit.currency, limit.amount);
  const amount = scaled(typed, digits);
  if (amount == null || amount <= 0n) return 'invalid_amount';
  const most = scaled(limit.amount, digits);
  if (most == null || amount <= most) return undefined;
  return limit.mode === 'REFUND' ? 'exceeded_refund_amount' : 'exceeded_capture_amount';
}

/** The body of the call: a cancel names no money; an empty field is not sent. */
export function followUpBodyOf(form: FollowUpForm, limit: FollowUpLimit) {
  const merchantRef = form.merchantRef.trim();
  const description = form.description.trim();
  const hasAmount = limit.mode !== 'CANCEL' && (limit.isAmountOpen || !limit.isPayout);
  const amount = limit.isAmountOpen ? form.amount : limit.amount;
  return {
    transaction: {
      ...(hasAmount ? { amount, currency: limit.currency } : {}),
      ...(merchantRef === '' ? {} : { merchantRef }),
      ...(description === '' ? {} : { description }),
    },
  };
}

/** S100 is done; U200 is under way for a refund; C107 is done too for a cancel (spec 1 §8). */
export function outcomeOf(mode: FollowUpMode, reasonCode: string | undefined): FollowUpOutcome {
  if (reasonCode === 'S100' || (mode === 'CANCEL' && reasonCode === 'C107')) return 'success';
  return mode === 'REFUND' && reasonCode === 'U200' ? 'processing' : 'error';
}

/** The server's own words for what went wrong, wherever the answer carries them. */
export function reasonMessageOf(answer: unknown): string | undefined {
  const body = part(answer);
  const found = [part(body.outcome).reasonMessage, body.reasonMessage, body.message];
  return found.find((one): one is string => typeof one === 'string' && one !== '');
}

const part = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value != null ? (value as Record<string, unknown>) : {};

function scaled(text: string, digits: number): bigint | undefined {
  const match = /^(\d{1,15})(?:\.(\d*))?$/.exec(text);
  const fraction = match?.[2] ?? '';
  if (match == null || fraction.length > digits) return undefined;
  return BigInt(`${match[1]}${fraction.padEnd(digits, '0')}`);
}

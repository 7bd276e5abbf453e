import { parseAmount } from '#shared/money.ts';

/**
 * Minor units of the amount above which refunds need step-up; undefined for an invalid one. Zero is allowed: every
 * refund then needs it.
 */
export function refundLimit(amount: string, currency: string): number | undefined {
  const isZero = /^0+(\.0+)?$/.test(amount);
  const parsed = parseAmount(isZero ? '1' : amount, currency);
  if (!parsed.ok) return undefined;
  return isZero ? 0 : parsed.value;
}

import { currencyDigits } from '#shared/currencies.ts';

/** A rule's amount in minor units of its currency, as sums are compared. */
export function minorUnits(value: number, currency: string): number {
  return Math.round(value * 10 ** (currencyDigits(currency.toUpperCase()) ?? 2));
}

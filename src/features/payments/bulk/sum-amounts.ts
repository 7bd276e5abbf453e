import { currencyDigits } from '#shared/currencies.ts';
import { formatMinor } from '#shared/money.ts';

/** The sum of decimal texts with the currency's digits, added as whole minor units. */
export function addAmounts(amounts: readonly string[], currency: string): string {
  const digits = currencyDigits(currency) ?? 2;
  const minor = amounts.reduce((sum, amount) => {
    const [whole = '0', fraction = ''] = amount.split('.');
    return sum + BigInt(whole + fraction.padEnd(digits, '0').slice(0, digits));
  }, 0n);
  return formatMinor(minor, currency);
}

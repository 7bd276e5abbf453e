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

/** The sums of items by currency. */
export function toSums(
  items: readonly { amount: string | null; ccyCode: string | null }[],
): { ccyCode: string; number: number; amount: string }[] {
  const currencies = [...new Set(items.flatMap(({ ccyCode }) => ccyCode ?? []))].toSorted();
  return currencies.map((ccyCode) => {
    const amounts = items.flatMap((item) =>
      item.ccyCode === ccyCode && item.amount !== null ? [item.amount] : [],
    );
    return { ccyCode, number: amounts.length, amount: addAmounts(amounts, ccyCode) };
  });
}

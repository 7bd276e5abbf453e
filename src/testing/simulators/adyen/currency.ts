import { code } from 'currency-codes';

/** Adyen's exponents that differ from ISO 4217. */
const departures: Record<string, number> = { CLP: 2, CVE: 0, IDR: 0, ISK: 2 };

/** Digits after the point; undefined for a currency that does not exist. */
export function exponentOf(currency: string): number | undefined {
  return departures[currency] ?? code(currency)?.digits;
}

import { code } from 'currency-codes';

/** Adyen's exponents that differ from ISO 4217. */
const departures: Record<string, number> = { CLP: 2, CVE: 0, IDR: 0, ISK: 2 };
/** The guilder of 2025, which the package has not. */
const added: Record<string, number> = { XCG: 2 };

/** Digits after the point; undefined for a currency that does not exist. */
export function exponentOf(currency: string): number | undefined {
  return departures[currency] ?? added[currency] ?? code(currency)?.digits;
}

/** Adyen's minor units in the smallest amount of ISO 4217: 100 of CLP, whose Adyen amounts end in 00. */
export function smallestAmount(currency: string): number {
  const digits = code(currency)?.digits ?? added[currency] ?? 2;
  return 10 ** Math.max(0, (exponentOf(currency) ?? digits) - digits);
}

/** Major units as text: 1234 EUR is `12.34`, 1234 JPY is `1234`. */
export function formatMajor(minor: number, currency: string): string {
  const digits = exponentOf(currency) ?? 2;
  const text = String(Math.abs(minor)).padStart(digits + 1, '0');
  const sign = minor < 0 ? '-' : '';
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

import currencyCodes from 'currency-codes';

/** Metals, units of account and the test codes have no minor unit to charge in. */
const notMoney = new Set('XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '));

const digitsByCode = new Map(
  currencyCodes
    .codes()
    .filter((code) => !notMoney.has(code))
    .map((code) => [code, currencyCodes.code(code)?.digits ?? 2] as const),
);

/**
 * Minor-unit digits of an ISO 4217 currency (GBP 2, JPY 0, KWD 3), or undefined when the code is unknown.
 * Never from Intl: CLDR differs from ISO 4217 for 18 currencies (domain §2.1).
 */
export function currencyDigits(code: string): number | undefined {
  return digitsByCode.get(code);
}

/** Every currency that can be charged, in alphabetical order. */
export function currencies(): string[] {
  return [...digitsByCode.keys()].sort();
}

/**
 * ISO 4217 by minor-unit digits, without metals, units of account and test codes. A table, because the
 * browser loads it: the package that a test compares it with is ten times as large.
 */
const codesByDigits = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
    CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF
    IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV
    MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP
    STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** Ended: the Antillean guilder (XCG since 2025), the convertible peso (2021) and the lev (euro since 2026). Kept for old payments. */
const ended = new Set(['ANG', 'BGN', 'CUC']);

const digitsByCode = new Map(
  Object.entries(codesByDigits).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(digits)] as const),
  ),
);

/**
 * Minor-unit digits of an ISO 4217 currency (GBP 2, JPY 0, KWD 3); undefined for an unknown code. Never from
 * Intl: CLDR differs for 18 currencies (docs/domain.md#money).
 */
export function currencyDigits(code: string): number | undefined {
  return digitsByCode.get(code);
}

/** Every currency that can be charged, in alphabetical order. */
export function currencies(): string[] {
  return [...digitsByCode.keys()].filter((code) => !ended.has(code)).sort();
}

/** Whether payments can be made in the currency now. */
export const isChargeable = (code: string): boolean => digitsByCode.has(code) && !ended.has(code);

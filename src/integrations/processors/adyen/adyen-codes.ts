import type { AddressCheck, Cv2Check } from '../adapter.ts';

/**
 * Response codes for Adyen's refusal reasons, used where the account does not send the issuer's own code. Source: Adyen's
 * page of refusal reasons and docs/domain.md#declines.
 */
const refusalCodes: Readonly<Record<string, string>> = {
  2: '05',
  3: '01',
  5: '04',
  6: '54',
  7: '13',
  8: '14',
  10: '12',
  11: '1A',
  12: '51',
  14: '59',
  15: '05',
  16: '05',
  17: '55',
  18: '75',
  19: '86',
  20: '59',
  21: '96',
  22: '59',
  23: '57',
  24: 'N7',
  25: '62',
  26: 'R1',
  27: '05',
  28: '61',
  29: '65',
  31: '59',
  32: '6P',
  33: '70',
  34: '57',
  35: '57',
  38: '1A',
  39: '96',
  42: '1A',
  46: '57',
};

/** Mastercard has 65 for what Visa names 1A, and 61 for Visa's 65. */
const mastercardCodes: Readonly<Record<string, string>> = { 11: '65', 38: '65', 42: '65', 29: '61' };

/** An unknown reason has its number, which is shown as another decline and counted. */
export function refusalCode(reasonCode: string, isMastercard: boolean): string {
  return (
    (isMastercard ? mastercardCodes[reasonCode] : undefined) ?? refusalCodes[reasonCode] ?? `A${reasonCode}`
  );
}

/** The issuer's own code, in `refusalReasonRaw`: "05 : Do not honor". */
export const rawCode = (raw: string | undefined): string | undefined =>
  /^([0-9A-Z]{2,3}) ?:/.exec(raw ?? '')?.[1];

const leadingNumber = (text: string | undefined): string => /^\d+/.exec(text ?? '')?.[0] ?? '';

/** `cvcResult`: "1 Matches". */
export function readCvc(text: string | undefined): Cv2Check {
  const number = leadingNumber(text);
  if (number === '1') return 'MATCHED';
  return number === '2' ? 'NOT_MATCHED' : 'NOT_CHECKED';
}

const yes = 'FULL_MATCH';
const no = 'NOT_MATCHED';
const unchecked = 'NOT_CHECKED';

/** Of the address and of the postcode, by the number at the beginning of `avsResult`. */
const avsResults: Readonly<Record<string, readonly [address: AddressCheck, postcode: AddressCheck]>> = {
  1: [yes, no],
  2: [no, no],
  6: [no, yes],
  7: [yes, yes],
  9: [yes, unchecked],
  10: [no, unchecked],
  12: [yes, unchecked],
  13: [no, unchecked],
  14: [unchecked, yes],
  15: [unchecked, yes],
  16: [unchecked, no],
  17: [unchecked, no],
  19: [unchecked, yes],
  20: [yes, yes],
  21: [yes, unchecked],
  23: [unchecked, yes],
  24: [yes, yes],
  25: [yes, unchecked],
  26: [no, no],
};

export const readAvs = (text: string | undefined): readonly [AddressCheck, AddressCheck] =>
  avsResults[leadingNumber(text)] ?? [unchecked, unchecked];

/** Digits that differ from ISO 4217. Source: Adyen's page of currency codes. */
export const adyenDigits: Readonly<Record<string, number>> = { CLP: 2, CVE: 0, IDR: 0, ISK: 2 };

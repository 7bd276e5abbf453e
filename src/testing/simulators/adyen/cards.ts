import { RequestError } from './request-error.ts';
import type { CardFacts, PaymentMethod } from './requests.ts';

const brands: readonly [brand: string, prefix: RegExp][] = [
  ['visa', /^4/],
  ['mc', /^(5[1-5]|2[2-7])/],
  ['amex', /^3[47]/],
  ['discover', /^(6011|65|64[4-9])/],
  ['jcb', /^35/],
  ['diners', /^3(0[0-5]|[689])/],
  ['cup', /^62/],
  ['maestro', /^(5[06-9]|6)/],
];

/** Adyen's documented test values; other cards are approved too unless the account is strict. */
export const testExpiry = { month: '03', year: '2030' };

export function brandOf(number: string): string | undefined {
  return brands.find(([, prefix]) => prefix.test(number))?.[0];
}

export function isTestCvc(brand: string, cvc: string): boolean {
  return cvc === (brand === 'amex' ? '7373' : '737');
}

/** Throws the errors of Adyen for a card that cannot be sent to an issuer. */
export function readCard(method: PaymentMethod): CardFacts {
  const { number = '', expiryMonth = '', expiryYear = '', cvc, holderName } = method;
  const brand = brandOf(number);
  if (!/^\d{12,19}$/.test(number) || !isLuhnValid(number) || !brand) {
    throw new RequestError('101', 'Invalid card number');
  }
  if (!/^(0?[1-9]|1[0-2])$/.test(expiryMonth)) {
    throw new RequestError('140', 'Expiry month should be between 1 and 12 inclusive');
  }
  if (!/^20\d\d$/.test(expiryYear)) {
    throw new RequestError('141', 'Expiry year should be a 4 digit number greater than 2000');
  }
  if (cvc !== undefined && cvc !== '' && cvc.length !== (brand === 'amex' ? 4 : 3)) {
    throw new RequestError('103', 'CVC is not the right length');
  }
  return {
    brand,
    bin: number.slice(0, 6),
    lastFour: number.slice(-4),
    expiryMonth: expiryMonth.padStart(2, '0'),
    expiryYear,
    holderName,
  };
}

function isLuhnValid(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

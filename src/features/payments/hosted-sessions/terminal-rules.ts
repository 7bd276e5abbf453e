import { isBirthDate } from '#shared/birth-date.ts';
import type { SessionRequest } from './session-request.ts';

/** Data of the payer that card schemes require for debt repayment. */
export const financialFields = ['dateOfBirth', 'surname', 'accountNumber', 'postCode'] as const;
export type FinancialField = (typeof financialFields)[number];

/** Debt repayment, quasi cash and dating services (docs/domain.md#sale-details). */
export const showsFinancialData = (mcc: string | undefined): boolean =>
  mcc === '6012' || mcc === '6051' || mcc === '7299';
export const needsFinancialData = (mcc: string | undefined): boolean => mcc === '6012';

/** The merchant API's maximum, in characters. */
export const maxTextLength = 255;

const freeText = /^[\p{L}\p{M}\p{N} _.,!()?#@;:/-]*$/u;

/** The error of a line of free text at the terminal (docs/domain.md#virtual-terminal). */
export function textError(text: string): 'signs' | 'long' | undefined {
  if (text.length > maxTextLength) return 'long';
  return freeText.test(text) ? undefined : 'signs';
}

export function findFinancialError(
  field: FinancialField,
  text: string,
  isNeeded: boolean,
  now: Date,
): FinancialField | 'required' | undefined {
  if (text === '') return isNeeded ? 'required' : undefined;
  const isValid = {
    dateOfBirth: (value: string) => isBirthDate(value, now),
    surname: (value: string) => /^(?:\p{L}\p{M}*){1,6}$/u.test(value),
    accountNumber: (value: string) => /^[A-Za-z0-9]{1,10}$/.test(value),
    postCode: (value: string) => /^[A-Za-z0-9]{1,6}$/.test(value),
  }[field];
  return isValid(text) ? undefined : field;
}

/** The first field of a request that the terminal's form would reject. The server repeats the form's checks. */
export function findTerminalError(
  { transaction, customer, financialServices, order }: SessionRequest,
  mcc: string,
  now: Date,
): string | undefined {
  const texts: Readonly<Record<string, string | undefined>> = {
    'transaction.merchantReference': transaction?.merchantReference,
    'transaction.description': transaction?.description,
    'customer.identity.merchantCustomerId': customer?.identity?.merchantCustomerId,
    ...prefixKeys('customer.details.address', customer?.details?.address),
    'order.orderRef': order?.orderRef,
    ...prefixKeys('order.shippingAddress', order?.shippingAddress),
  };
  const text = Object.keys(texts).find((name) => textError(texts[name] ?? '') !== undefined);
  if (text !== undefined || !showsFinancialData(mcc)) return text;
  const isNeeded = needsFinancialData(mcc);
  const field = financialFields.find((name) =>
    findFinancialError(name, financialServices?.[name] ?? '', isNeeded, now),
  );
  return field && `financialServices.${field}`;
}

const prefixKeys = (prefix: string, lines: Readonly<Record<string, string | undefined>> = {}) =>
  Object.fromEntries(Object.entries(lines).map(([name, line]) => [`${prefix}.${name}`, line]));

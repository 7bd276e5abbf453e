import { parseAmount } from '#contract/money.ts';
import { isEmailLike } from '#contract/patterns.ts';
import {
  type FinancialField,
  type FreeTextField,
  type TerminalConfiguration,
  type TerminalForm,
  financialFields,
  freeTextFields,
  needsFinancialData,
  showsFinancialData,
} from './terminal-form.ts';

export type TerminalField =
  | 'installation'
  | 'currency'
  | 'amount'
  | 'customerEmail'
  | FreeTextField
  | `fsd.${FinancialField}`;
/** Texts are at `terminal.error.{error}`. */
export type TerminalError =
  | 'required'
  | 'amount'
  | 'signs'
  | 'long'
  | 'email'
  | 'dateOfBirth'
  | 'surname'
  | 'accountNumber'
  | 'postCode';
export type TerminalErrors = Partial<Record<TerminalField, TerminalError>>;

/** Characters; what the merchant API takes. */
export const longestText = 255;

const freeText = /^[\p{L}\p{M}\p{N} _.,!()?#@;:/-]*$/u;
const ofOrder = new Set<FreeTextField>(
  freeTextFields.filter((field) => field === 'orderRef' || field.startsWith('shipping')),
);

/** What is wrong, field by field (spec 3 §5); nothing about fields that are not shown. */
export function terminalErrors(
  form: TerminalForm,
  configuration: TerminalConfiguration | undefined,
): TerminalErrors {
  const errors: TerminalErrors = {};
  if (form.installation === null) errors.installation = 'required';
  if (form.currency === '') errors.currency = 'required';
  if (form.amount === '') errors.amount = 'required';
  else if (form.currency !== '' && !parseAmount(form.amount, form.currency).ok) errors.amount = 'amount';
  for (const field of freeTextFields) {
    if (ofOrder.has(field) && !form.hasOrder) continue;
    const error = textError(form[field]);
    if (error) errors[field] = error;
  }
  const email = form.customerEmail.trim();
  if (email !== '' && !isEmailLike(email)) errors.customerEmail = 'email';
  if (showsFinancialData(configuration?.mcc)) {
    for (const field of financialFields) {
      const error = financialError(field, form.fsd[field].trim(), needsFinancialData(configuration?.mcc));
      if (error) errors[`fsd.${field}`] = error;
    }
  }
  return errors;
}

export function textError(text: string): 'signs' | 'long' | undefined {
  if (text.length > longestText) return 'long';
  return freeText.test(text) ? undefined : 'signs';
}

export function financialError(
  field: FinancialField,
  text: string,
  isNeeded: boolean,
): TerminalError | undefined {
  if (text === '') return isNeeded ? 'required' : undefined;
  const isGood = {
    dateOfBirth: isBirthDate,
    surname: (value: string) => /^(?:\p{L}\p{M}*){1,6}$/u.test(value),
    accountNumber: (value: string) => /^[A-Za-z0-9]{1,10}$/.test(value),
    postCode: (value: string) => /^[A-Za-z0-9]{1,6}$/.test(value),
  }[field];
  return isGood(text) ? undefined : field;
}

/** yyyymmdd, and a day that there is; eight digits leave no room for a negative year. */
function isBirthDate(text: string): boolean {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (!match) return false;
  const iso = match.slice(1).join('-');
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === iso;
}

import { parseAmount } from '#shared/money.ts';
import { isEmailLike } from '#shared/patterns.ts';
import {
  type FinancialField,
  financialError,
  financialFields,
  needsFinancialData,
  showsFinancialData,
  textError,
} from '#features/hosted-sessions/terminal-rules.ts';
import {
  type FreeTextField,
  type TerminalConfiguration,
  type TerminalForm,
  freeTextFields,
} from './terminal-form.ts';

export type TerminalField =
  | 'installation'
  | 'currency'
  | 'amount'
  | 'customerEmail'
  | FreeTextField
  | `fsd.${FinancialField}`;
/** Texts are at `terminal.error.{error}`; `required` has one text a field. */
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

const orderFields = new Set<FreeTextField>(
  freeTextFields.filter((field) => field === 'orderRef' || field.startsWith('shipping')),
);

/** The errors of the visible fields (docs/domain.md#virtual-terminal). */
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
    if (orderFields.has(field) && !form.hasOrder) continue;
    const error = textError(form[field]);
    if (error) errors[field] = error;
  }
  const email = form.customerEmail.trim();
  if (email !== '' && !isEmailLike(email)) errors.customerEmail = 'email';
  if (showsFinancialData(configuration?.mcc)) {
    for (const field of financialFields) {
      const isNeeded = needsFinancialData(configuration?.mcc);
      const error = financialError(field, form.fsd[field].trim(), isNeeded, new Date());
      if (error) errors[`fsd.${field}`] = error;
    }
  }
  return errors;
}

import type { PageLanguage } from '#shared/page-languages.ts';
import { type ScheduleForm, emptySchedule } from '#features/payments/schedules/schedule-form.ts';
import { isOneEmail } from '#shared/email-address.ts';
import {
  type FinancialField,
  findFinancialError,
  financialFields,
  needsFinancialData,
  showsFinancialData,
  textError,
} from '#features/payments/hosted-sessions/terminal-rules.ts';
import type { ResponseOf } from '#shared/define-endpoint.ts';
import type { getTerminalConfiguration } from './endpoints.ts';
import { parseAmount } from '#shared/money.ts';

export type TerminalConfiguration = ResponseOf<typeof getTerminalConfiguration>;

/** One line of free text each (docs/domain.md#virtual-terminal). */
const freeTextFields = [
  'description',
  'merchantReference',
  'merchantCustomerReference',
  'addressLine1',
  'addressLine2',
  'city',
  'region',
  'postcode',
  'orderRef',
  'shippingName',
  'shippingLine1',
  'shippingLine2',
  'shippingCity',
  'shippingRegion',
  'shippingPostcode',
] as const;
export type FreeTextField = (typeof freeTextFields)[number];

export type ContinuousAuthority = 'none' | 'recurring' | 'instalment';

/** The values of the form. Typed values are text, unchanged. */
export interface TerminalForm extends Record<FreeTextField, string> {
  /** The installation's id as text; null before one is chosen. */
  installation: string | null;
  currency: string;
  /** Decimal text with a dot. */
  amount: string;
  /** The next payments have the same amount: the card entry of each opens with `Next payment`. */
  keepsAmount: boolean;
  preauth: boolean;
  continuousAuthority: ContinuousAuthority;
  /** `schedule` of the request while it is enabled. */
  schedule: ScheduleForm;
  customerEmail: string;
  /** Of receipts; null: the user's. */
  customerLanguage: PageLanguage | null;
  emailReceipt: boolean;
  /** The user has changed the checkbox, so the form no longer sets it. */
  isReceiptChosen: boolean;
  fsd: Record<FinancialField, string>;
  hasOrder: boolean;
}

export const emptyTerminalForm: TerminalForm = {
  installation: null,
  currency: '',
  amount: '',
  keepsAmount: false,
  preauth: false,
  continuousAuthority: 'none',
  schedule: emptySchedule,
  customerEmail: '',
  customerLanguage: null,
  emailReceipt: false,
  isReceiptChosen: false,
  fsd: { dateOfBirth: '', surname: '', accountNumber: '', postCode: '' },
  hasOrder: false,
  ...(Object.fromEntries(freeTextFields.map((field) => [field, ''])) as Record<FreeTextField, string>),
};

/**
 * Clears currency and amount, because another installation may have other currencies
 * (docs/domain.md#virtual-terminal).
 */
export const withInstallation = (form: TerminalForm, installation: string | null): TerminalForm => ({
  ...form,
  installation,
  currency: '',
  amount: '',
});

/**
 * The next payment of a series: place and currency stay, the person and everything about the payment go. In a series of one
 * amount that stays too, and whether it is only authorised.
 */
export const nextForm = ({
  installation,
  currency,
  keepsAmount,
  amount,
  preauth,
}: TerminalForm): TerminalForm => ({
  ...emptyTerminalForm,
  installation,
  currency,
  ...(keepsAmount && { keepsAmount, amount, preauth }),
});

/** Whether the card of the next payment can be entered at once: a series of one amount, with nothing else to ask. */
export const opensNextCard = (form: TerminalForm, configuration: TerminalConfiguration): boolean =>
  form.keepsAmount &&
  form.continuousAuthority === 'none' &&
  Object.keys(terminalErrors(nextForm(form), configuration)).length === 0;

/** What the clerk chose last in this browser. */
export interface LastChoice {
  installation: string;
  currency: string;
}

export function parseLastChoice(stored: unknown): LastChoice | undefined {
  const { installation, currency } = (stored ?? {}) as Record<string, unknown>;
  return typeof installation === 'string' && typeof currency === 'string'
    ? { installation, currency }
    : undefined;
}

/** Removes fields that the installation's configuration doesn't support, and chooses the only or the last currency. */
export function adaptToConfiguration(
  form: TerminalForm,
  configuration: TerminalConfiguration,
  last?: LastChoice,
): TerminalForm {
  const isOffered = offeredAuthorities(configuration).includes(form.continuousAuthority);
  const adapted = withAuthority(form, isOffered ? form.continuousAuthority : 'none');
  const schedule = offersSchedule(adapted, configuration) ? adapted.schedule : emptySchedule;
  const currency = form.currency === '' ? firstCurrency(configuration, last) : form.currency;
  return withEmail({ ...adapted, schedule, currency }, form.customerEmail, configuration);
}

/** An installation with one currency leaves nothing to choose; otherwise the one that was used there last. */
function firstCurrency(
  { installation, currencies }: TerminalConfiguration,
  last: LastChoice | undefined,
): string {
  if (currencies.length === 1) return currencies[0] ?? '';
  const isSame = last?.installation === String(installation.id) && currencies.includes(last.currency);
  return isSame ? last.currency : '';
}

/** A schedule requires a continuous authority (docs/domain.md#virtual-terminal). */
export const withAuthority = (
  form: TerminalForm,
  continuousAuthority: ContinuousAuthority,
): TerminalForm => ({
  ...form,
  continuousAuthority,
  schedule: continuousAuthority === 'none' ? emptySchedule : form.schedule,
});

/** A valid address switches the receipt on, unless the user has chosen (docs/domain.md#virtual-terminal). */
export function withEmail(
  form: TerminalForm,
  customerEmail: string,
  configuration: TerminalConfiguration | undefined,
): TerminalForm {
  if (!isMailable(customerEmail)) return { ...form, customerEmail, emailReceipt: false };
  const sends = configuration?.installation.installationDetails.sendEmailReceipts === true;
  return { ...form, customerEmail, emailReceipt: form.isReceiptChosen ? form.emailReceipt : sends };
}

export const isMailable = (email: string): boolean => email.trim() !== '' && isOneEmail(email.trim());

export function offeredAuthorities(configuration: TerminalConfiguration | undefined): ContinuousAuthority[] {
  return [
    'none',
    ...(configuration?.supportsRecurring ? (['recurring'] as const) : []),
    ...(configuration?.supportsInstalments ? (['instalment'] as const) : []),
  ];
}

export function offersSchedule(
  { continuousAuthority }: Pick<TerminalForm, 'continuousAuthority'>,
  configuration: TerminalConfiguration | undefined,
): boolean {
  return continuousAuthority !== 'none' && configuration?.features.includes('SCHEDULER') === true;
}

/** Whether the form has values besides the installation and the currency, which may be chosen already. */
export function isTouchedForm(form: TerminalForm): boolean {
  const plain = (input: TerminalForm) =>
    JSON.stringify({ ...input, installation: null, currency: '', isReceiptChosen: false });
  return plain(form) !== plain(emptyTerminalForm);
}

type TerminalField =
  | 'installation'
  | 'currency'
  | 'amount'
  | 'customerEmail'
  | FreeTextField
  | `fsd.${FinancialField}`;
/** Texts are at `terminal.error.{error}`; `required` has one text a field. */
type TerminalError =
  | 'required'
  | 'amount'
  | 'signs'
  | 'long'
  | 'email'
  | 'dateOfBirth'
  | 'surname'
  | 'accountNumber'
  | 'postCode';
type TerminalErrors = Partial<Record<TerminalField, TerminalError>>;

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
  if (email !== '' && !isOneEmail(email)) errors.customerEmail = 'email';
  if (showsFinancialData(configuration?.mcc)) {
    for (const field of financialFields) {
      const isNeeded = needsFinancialData(configuration?.mcc);
      const error = findFinancialError(field, form.fsd[field].trim(), isNeeded, new Date());
      if (error) errors[`fsd.${field}`] = error;
    }
  }
  return errors;
}

import { type ScheduleForm, emptySchedule } from '#features/schedules/form/schedule-form.ts';
import { isEmailLike } from '#shared/patterns.ts';
import type { FinancialField } from '#features/hosted-sessions/terminal-rules.ts';
import type { ResponseOf } from '#shared/define-endpoint.ts';
import type { getTerminalConfiguration } from './endpoints.ts';

export type TerminalConfiguration = ResponseOf<typeof getTerminalConfiguration>;

/** One line of free text each (docs/domain.md#virtual-terminal). */
export const freeTextFields = [
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

/** What stands in the form; everything typed is text as it was typed. */
export interface TerminalForm extends Record<FreeTextField, string> {
  /** Its id as text; null before one is chosen. */
  installation: string | null;
  currency: string;
  /** Decimal text with a dot. */
  amount: string;
  preauth: boolean;
  continuousAuthority: ContinuousAuthority;
  /** Enabled or not: `createSchedule` on the wire. */
  schedule: ScheduleForm;
  customerEmail: string;
  emailReceipt: boolean;
  /** The person has set or taken the tick: nothing else sets it any more. */
  isReceiptChosen: boolean;
  fsd: Record<FinancialField, string>;
  hasOrder: boolean;
}

export const emptyTerminalForm: TerminalForm = {
  installation: null,
  currency: '',
  amount: '',
  preauth: false,
  continuousAuthority: 'none',
  schedule: emptySchedule,
  customerEmail: '',
  emailReceipt: false,
  isReceiptChosen: false,
  fsd: { dateOfBirth: '', surname: '', accountNumber: '', postCode: '' },
  hasOrder: false,
  ...(Object.fromEntries(freeTextFields.map((field) => [field, ''])) as Record<FreeTextField, string>),
};

/**
 * Another installation may take other currencies: currency and amount are cleared
 * (docs/domain.md#virtual-terminal).
 */
export const withInstallation = (form: TerminalForm, installation: string | null): TerminalForm => ({
  ...form,
  installation,
  currency: '',
  amount: '',
});

/** The form as the installation allows it, once its configuration has come. */
export function fittedTo(form: TerminalForm, configuration: TerminalConfiguration): TerminalForm {
  const isOffered = offeredAuthorities(configuration).includes(form.continuousAuthority);
  const fitted = withAuthority(form, isOffered ? form.continuousAuthority : 'none');
  const schedule = offersSchedule(fitted, configuration) ? fitted.schedule : emptySchedule;
  return withEmail({ ...fitted, schedule }, form.customerEmail, configuration);
}

/** A schedule needs a series (docs/domain.md#virtual-terminal). */
export const withAuthority = (
  form: TerminalForm,
  continuousAuthority: ContinuousAuthority,
): TerminalForm => ({
  ...form,
  continuousAuthority,
  schedule: continuousAuthority === 'none' ? emptySchedule : form.schedule,
});

/** The receipt follows the address, until the person has decided (docs/domain.md#virtual-terminal). */
export function withEmail(
  form: TerminalForm,
  customerEmail: string,
  configuration: TerminalConfiguration | undefined,
): TerminalForm {
  if (!isMailable(customerEmail)) return { ...form, customerEmail, emailReceipt: false };
  const sends = configuration?.installation.installationDetails.sendEmailReceipts === true;
  return { ...form, customerEmail, emailReceipt: form.isReceiptChosen ? form.emailReceipt : sends };
}

export const isMailable = (email: string): boolean => email.trim() !== '' && isEmailLike(email.trim());

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

/** Has anything been typed or chosen beside the installation? */
export function isTouchedForm(form: TerminalForm): boolean {
  const plain = (one: TerminalForm) => JSON.stringify({ ...one, installation: null, isReceiptChosen: false });
  return plain(form) !== plain(emptyTerminalForm);
}

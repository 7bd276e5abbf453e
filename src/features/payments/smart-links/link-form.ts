import { type CalendarDay, addDays } from '#shared/calendar-day.ts';
import { parseAmount } from '#shared/money.ts';
import type { LinkUsage } from '#shared/payments/link-status.ts';
import { zonedMoment } from '#shared/zoned-day.ts';
import type { PageLanguage } from '#shared/page-languages.ts';
import type { LinkInstallation } from './schemas.ts';
import {
  type LinkCurrency,
  defaultExpiryDays,
  isExpiry,
  isLinkEmail,
  isLinkTelephone,
  isLinkText,
  linkCurrencies,
  maxLinkTextLength,
  reminderTime,
} from './link-rules.ts';

/** The values of the creation form (docs/domain.md#smart-links). */
export interface LinkForm {
  installationId: string;
  currency: LinkCurrency | '';
  /** Decimal text; empty if the customer enters the amount. */
  amount: string;
  /** The form asks for bounds in place of an amount. */
  isAmountOpen: boolean;
  /** Decimal text; empty without a bound. */
  min: string;
  max: string;
  merchantReference: string;
  description: string;
  deferred: boolean;
  emailAddress: string;
  telephone: string;
  expires: CalendarDay;
  language: PageLanguage;
  batchSize: string;
  usage: LinkUsage;
  /** Days before the end; empty without a reminder. */
  remind: string;
  thankYou: string;
  /** The merchant's page after the payment. */
  redirectUrl: string;
}
export type LinkField = keyof LinkForm;

/**
 * The form before anything is entered. Preselects the only installation and its only currency. `draft` has what another
 * screen fills in; what the installation doesn't take is left out.
 */
export function emptyLinkForm(
  installations: readonly Pick<LinkInstallation, 'id' | 'currencies'>[],
  { today, language }: { today: CalendarDay; language: PageLanguage },
  draft: Partial<Record<string, string>> = {},
): LinkForm {
  const chosen =
    installations.find(({ id }) => String(id) === draft.installationId) ??
    (installations.length === 1 ? installations[0] : undefined);
  const currencies = linkCurrencies.filter((code) => chosen?.currencies.includes(code));
  const currency = currencies.find((code) => code === draft.currency) ?? currencies[0] ?? '';
  const isSameCurrency = draft.currency !== undefined && draft.currency === currency;
  const { amount = '', merchantReference = '', description = '', emailAddress = '' } = draft;
  return {
    installationId: chosen === undefined ? '' : String(chosen.id),
    currency,
    amount: isSameCurrency && parseAmount(amount, currency).ok ? amount : '',
    isAmountOpen: false,
    min: '',
    max: '',
    merchantReference: isLinkText(merchantReference) ? merchantReference : '',
    description: isLinkText(description) ? description : '',
    deferred: false,
    emailAddress,
    telephone: '',
    expires: addDays(today, defaultExpiryDays),
    language,
    batchSize: '1',
    usage: 'SINGLE',
    remind: '',
    thankYou: '',
    redirectUrl: '',
  };
}

type LinkError =
  | 'required'
  | 'signs'
  | 'long'
  | 'email'
  | 'telephone'
  | 'amount'
  | 'bound'
  | 'bounds'
  | 'batch'
  | 'past'
  | 'remind'
  | 'remind_email'
  | 'url'
  | 'origin';

/** The errors by field (docs/domain.md#smart-links). The form may have been open since yesterday. */
export function linkErrors(
  form: LinkForm,
  maxBatchSize: number,
  timeZone: string,
  now: Date,
  webOrigins: readonly string[] = [],
): Partial<Record<LinkField, LinkError>> {
  const { currency, amount, expires } = form;
  const [email, telephone, batch] = [form.emailAddress, form.telephone, form.batchSize].map((text) =>
    text.trim(),
  ) as [string, string, string];
  const errors: Partial<Record<LinkField, LinkError>> = {};
  if (form.installationId === '') errors.installationId = 'required';
  if (currency === '') errors.currency = 'required';
  if (form.isAmountOpen) Object.assign(errors, boundErrors(form));
  else if (amount !== '' && !parseAmount(amount, currency || 'GBP').ok) errors.amount = 'amount';
  for (const field of ['merchantReference', 'description', 'thankYou'] as const) {
    const text = form[field].trim();
    if (text.length > maxLinkTextLength) errors[field] = 'long';
    else if (!isLinkText(text)) errors[field] = 'signs';
  }
  if (email !== '' && !isLinkEmail(email)) errors.emailAddress = 'email';
  if (telephone !== '' && !isLinkTelephone(telephone)) errors.telephone = 'telephone';
  const size = /^\d{1,9}$/.test(batch) ? Number(batch) : 0;
  if (size < 1 || size > maxBatchSize) errors.batchSize = 'batch';
  if (!isExpiry(endOfDay(expires, timeZone), now)) errors.expires = 'past';
  else if (hasReminder(form)) {
    if (reminderTime(endOfDay(expires, timeZone), Number(form.remind), now) === null)
      errors.remind = 'remind';
    else if (email === '') errors.remind = 'remind_email';
  }
  const url = form.redirectUrl.trim();
  if (url !== '' && !isWebAddress(url)) errors.redirectUrl = 'url';
  else if (url !== '' && !webOrigins.some((origin) => isOnOrigin(url, origin))) errors.redirectUrl = 'origin';
  return errors;
}

/** Of the smallest and the largest amount, which are optional. */
export function boundErrors({
  currency,
  min,
  max,
}: {
  currency: string;
  min: string;
  max: string;
}): Partial<Record<'min' | 'max', 'bound' | 'bounds'>> {
  const [smallest, largest] = [min, max].map((text) => parseAmount(text, currency || 'GBP')) as [
    ReturnType<typeof parseAmount>,
    ReturnType<typeof parseAmount>,
  ];
  if (min !== '' && !smallest.ok) return { min: 'bound' };
  if (max !== '' && !largest.ok) return { max: 'bound' };
  return smallest.ok && largest.ok && smallest.value > largest.value ? { max: 'bounds' } : {};
}

const hasReminder = ({ usage, remind }: Pick<LinkForm, 'usage' | 'remind'>): boolean =>
  usage === 'SINGLE' && remind !== '';

/** Protocol, host and port of a web address without a user name. */
const addressPattern = /^(https?):\/\/([\w.-]+)(:\d{1,5})?(?:[/?#]\S*)?$/i;

const isWebAddress = (text: string): boolean => text.length <= 2000 && addressPattern.test(text);

/** A registered site: 'https://shop.example', or 'http://localhost:*'. The server checks it again. */
function isOnOrigin(text: string, registered: string): boolean {
  const [, protocol = '', host = '', port = ''] = addressPattern.exec(text.toLowerCase()) ?? [];
  return registered === `${protocol}://${host}${port}` || registered === `${protocol}://${host}:*`;
}

/** The last second of a day in a time zone. */
export const endOfDay = (day: CalendarDay, timeZone: string): Date =>
  zonedMoment(day, '23:59:59.000', timeZone, 'last');

/**
 * The request body of docs/domain.md#smart-links. Empty fields are left out; an amount is sent as a fixed amount.
 */
export function toLinkBody(form: LinkForm, timeZone: string) {
  const filled = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: value.trim() });
  const amount = form.isAmountOpen
    ? { ...filled('min', form.min), ...filled('max', form.max) }
    : filled('fixed', form.amount);
  const redirectUrl = form.redirectUrl.trim();
  return {
    smartLink: {
      usage: form.usage,
      expires: endOfDay(form.expires, timeZone).toISOString(),
      ...filled('thankYou', form.thankYou),
      ...(hasReminder(form) ? { remindDaysBefore: Number(form.remind) } : {}),
    },
    // A thank-you text is read before the payer continues.
    ...(redirectUrl === ''
      ? {}
      : {
          session: { returnUrl: { url: redirectUrl } },
          features: { showResultsPage: form.thankYou.trim() !== '' },
        }),
    transaction: {
      ...filled('merchantReference', form.merchantReference),
      money: { currency: form.currency, ...(Object.keys(amount).length === 0 ? {} : { amount }) },
      ...filled('description', form.description),
      deferred: form.deferred,
    },
    customer: {
      details: { ...filled('emailAddress', form.emailAddress), ...filled('telephone', form.telephone) },
      registered: false,
    },
    batchSize: Number(form.batchSize),
    locale: form.language,
  };
}

import { type CalendarDay, addDays } from '#shared/calendar-day.ts';
import { parseAmount } from '#shared/money.ts';
import { zonedMoment } from '#shared/zoned-day.ts';
import type { PageLanguage } from '#features/payments/hosted-sessions/page-languages.ts';
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
} from './link-rules.ts';

/** The values of the creation form (docs/domain.md#smart-links). */
export interface LinkForm {
  installationId: string;
  currency: LinkCurrency | '';
  /** Decimal text; empty if the customer enters the amount. */
  amount: string;
  merchantReference: string;
  description: string;
  deferred: boolean;
  emailAddress: string;
  telephone: string;
  expires: CalendarDay;
  language: PageLanguage;
  batchSize: string;
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
    merchantReference: isLinkText(merchantReference) ? merchantReference : '',
    description: isLinkText(description) ? description : '',
    deferred: false,
    emailAddress,
    telephone: '',
    expires: addDays(today, defaultExpiryDays),
    language,
    batchSize: '1',
  };
}

type LinkError = 'required' | 'signs' | 'long' | 'email' | 'telephone' | 'amount' | 'batch' | 'past';

/** The errors by field (docs/domain.md#smart-links). The form may have been open since yesterday. */
export function linkErrors(
  form: LinkForm,
  maxBatchSize: number,
  timeZone: string,
  now: Date,
): Partial<Record<LinkField, LinkError>> {
  const { currency, amount, expires } = form;
  const [email, telephone, batch] = [form.emailAddress, form.telephone, form.batchSize].map((text) =>
    text.trim(),
  ) as [string, string, string];
  const errors: Partial<Record<LinkField, LinkError>> = {};
  if (form.installationId === '') errors.installationId = 'required';
  if (currency === '') errors.currency = 'required';
  if (amount !== '' && !parseAmount(amount, currency || 'GBP').ok) errors.amount = 'amount';
  for (const field of ['merchantReference', 'description'] as const) {
    const text = form[field].trim();
    if (text.length > maxLinkTextLength) errors[field] = 'long';
    else if (!isLinkText(text)) errors[field] = 'signs';
  }
  if (email !== '' && !isLinkEmail(email)) errors.emailAddress = 'email';
  if (telephone !== '' && !isLinkTelephone(telephone)) errors.telephone = 'telephone';
  const size = /^\d{1,9}$/.test(batch) ? Number(batch) : 0;
  if (size < 1 || size > maxBatchSize) errors.batchSize = 'batch';
  if (!isExpiry(endOfDay(expires, timeZone), now)) errors.expires = 'past';
  return errors;
}

/** The last second of a day in a time zone. */
const endOfDay = (day: CalendarDay, timeZone: string): Date =>
  zonedMoment(day, '23:59:59.000', timeZone, 'last');

/**
 * The request body of docs/domain.md#smart-links. Empty fields are left out; an amount is sent as a fixed amount.
 */
export function toLinkBody(form: LinkForm, timeZone: string) {
  const filled = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: value.trim() });
  return {
    smartLink: { usage: 'SINGLE', expires: endOfDay(form.expires, timeZone).toISOString() },
    transaction: {
      ...filled('merchantReference', form.merchantReference),
      money: { currency: form.currency, ...(form.amount === '' ? {} : { amount: { fixed: form.amount } }) },
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

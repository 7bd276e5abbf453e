import type { CalendarDay } from '#shared/calendar-day.ts';
import { parseAmount } from '#shared/money.ts';
import { zonedMoment } from '#shared/zoned-day.ts';
import type { PageLanguage } from '#features/hosted-sessions/page-languages.ts';
import {
  type LinkCurrency,
  isExpiry,
  isLinkEmail,
  isLinkTelephone,
  isLinkText,
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

export type LinkError = 'required' | 'signs' | 'long' | 'email' | 'telephone' | 'amount' | 'batch';

/** The error of a field (docs/domain.md#smart-links). */
export function linkError(form: LinkForm, field: LinkField, maxBatchSize: number): LinkError | undefined {
  const text = String(form[field]).trim();
  switch (field) {
    case 'installationId':
    case 'currency':
      return text === '' ? 'required' : undefined;
    case 'merchantReference':
    case 'description':
      if (text.length > maxLinkTextLength) return 'long';
      return isLinkText(text) ? undefined : 'signs';
    case 'emailAddress':
      return text === '' || isLinkEmail(text) ? undefined : 'email';
    case 'telephone':
      return text === '' || isLinkTelephone(text) ? undefined : 'telephone';
    case 'amount':
      return text === '' || parseAmount(text, form.currency || 'GBP').ok ? undefined : 'amount';
    case 'batchSize':
      return /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= maxBatchSize
        ? undefined
        : 'batch';
    default:
      return undefined;
  }
}

export const linkFields: readonly LinkField[] = [
  'installationId',
  'currency',
  'amount',
  'merchantReference',
  'description',
  'emailAddress',
  'telephone',
  'batchSize',
];

export const isCompleteLink = (form: LinkForm, maxBatchSize: number): boolean =>
  linkFields.every((field) => linkError(form, field, maxBatchSize) === undefined);

export const isSameLinkForm = (one: LinkForm, other: LinkForm): boolean =>
  (Object.keys(one) as LinkField[]).every((field) => one[field] === other[field]);

/** The last second of a day in a time zone. */
export const endOfDay = (day: CalendarDay, timeZone: string): Date =>
  zonedMoment(day, '23:59:59.000', timeZone, 'last');

export const isExpiryDay = (day: CalendarDay, timeZone: string, now: Date): boolean =>
  isExpiry(endOfDay(day, timeZone), now);

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

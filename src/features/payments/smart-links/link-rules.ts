import { type CalendarDay, addDays, addMonths } from '#shared/calendar-day.ts';
import { isOneEmail } from '#shared/email-address.ts';

/** The limits of docs/domain.md#smart-links. */
export const linkCurrencies = ['GBP', 'USD', 'EUR'] as const;
export type LinkCurrency = (typeof linkCurrencies)[number];
export const defaultExpiryDays = 7;
const maxExpiryMonths = 60;
export const maxLinkTextLength = 255;
const maxTelephoneLength = 60;
/** A link is emailed to one address again after this time, and so often in 24 hours. */
export const resendAfterMs = 10 * 60_000;
export const maxMailsADay = 3;
/** The days before the end of a link on which its reminder can be sent. */
export const reminderChoices = [1, 2, 3, 7, 14] as const;
export const maxReminderDays = 30;
const dayMs = 86_400_000;

/** When the reminder of a link is sent; null without one, or if that time has passed. */
export function reminderTime(expiresAt: Date, daysBefore: number | null, now: Date): Date | null {
  if (daysBefore === null) return null;
  const at = new Date(expiresAt.getTime() - daysBefore * dayMs);
  return at > now ? at : null;
}

/**
 * Letters of any script with the marks that belong to them, digits, space and _ . , ! ( ) ? # ; : / -
 * (docs/domain.md#smart-links).
 */
export const isLinkText = (text: string): boolean =>
  text.length <= maxLinkTextLength && /^[\p{L}\p{M}\p{N} _.,!()?#;:/-]*$/u.test(text);

/** At least eight of letters, digits, plus, minus, space and brackets (docs/domain.md#smart-links). */
export const isLinkTelephone = (text: string): boolean =>
  text.length >= 8 && text.length <= maxTelephoneLength && /^[\p{L}\p{M}\p{N}+\- ()[\]]*$/u.test(text);

/** The email pattern, up to the maximum length of a field. */
export const isLinkEmail = (text: string): boolean => text.length <= maxLinkTextLength && isOneEmail(text);

/** The last day on which a link may expire: five years ahead. */
export const lastExpiryDay = (today: CalendarDay): CalendarDay => addMonths(today, maxExpiryMonths);

/**
 * Whether a link may expire then: in the future, at most five years ahead. Users choose days, and the last day ends up
 * to a day and a half later in other time zones than UTC.
 */
export function isExpiry(at: Date, now: Date): boolean {
  const today = now.toISOString().slice(0, 10);
  return at > now && at < new Date(`${addDays(lastExpiryDay(today), 2)}T12:00:00Z`);
}

/** The merchant API's format of a time. */
export const writeMoment = (at: Date): string => at.toISOString().replace('Z', '+00:00');

import { canonicalEmail } from './email-address.ts';

/** The form in which usernames are compared: that of emails (docs/domain.md#value-forms). */
export const userNameKey = canonicalEmail;

/** The format of a user id. */
export const isUserId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);

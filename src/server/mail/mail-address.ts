import { hasCardNumber } from '#shared/card-number.ts';

/**
 * Stricter than usernames, which may contain spaces, commas and brackets: a mail server could read several recipients.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > 254 || hasCardNumber(text)) return false;
  const [mailbox = '', host = '', ...more] = text.split('@');
  const isPlain = (part: string) => /^[^\s<>()[\],;:"\\\p{Cc}]+$/u.test(part);
  return more.length === 0 && isPlain(mailbox) && isPlain(host);
}

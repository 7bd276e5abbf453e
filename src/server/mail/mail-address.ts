import { hasCardNumber } from '#shared/card-number.ts';

/**
 * Narrower than "anything, an at sign, anything": usernames may hold blanks, commas and brackets, with
 * which a mail server would read more than one recipient.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > 254 || hasCardNumber(text)) return false;
  const [mailbox = '', host = '', ...more] = text.split('@');
  const isPlain = (part: string) => /^[^\s<>()[\],;:"\\\p{Cc}]+$/u.test(part);
  return more.length === 0 && isPlain(mailbox) && isPlain(host);
}

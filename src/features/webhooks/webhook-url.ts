import { addressHasCardNumber } from '#shared/card-number.ts';

export const maxUrlLength = 1000;

/** A web address without a user name, a password, a fragment or a card number. `http` is for tests and demos only. */
export function isWebhookUrl(text: string, isHttpAllowed: boolean): boolean {
  if (text.length > maxUrlLength || !URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  const isSafe = protocol === 'https:' || (isHttpAllowed && protocol === 'http:');
  return isSafe && username === '' && password === '' && hash === '' && !addressHasCardNumber(text);
}

import { addressHasCardNumber } from '#shared/card-number.ts';

/**
 * Whether a URL is on one of the merchant's sites: `https://shop.example`, or `http://localhost:*` during development.
 */
export function isOnOrigins(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address) || addressHasCardNumber(address)) return false;
  const { origin, protocol, hostname, username, password } = new URL(address);
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return false;
  return origins.some((candidate) => candidate === origin || candidate === `${protocol}//${hostname}:*`);
}

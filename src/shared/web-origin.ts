import { hasCardNumber } from './card-number.ts';

/** Maximum number of origins of one installation. */
export const originsAllowed = 20;

/** A host name in the browser's form: letters, digits, hyphens and dots. */
const address = /^(https?):\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::(\d{1,5}|\*))?$/;

/**
 * An origin for the frame-ancestors header: `https://shop.example`, or http on this machine
 * (`http://localhost:3000`, or any port as `http://localhost:*`) during development. Undefined for anything
 * else: a path, a user name, a wildcard.
 */
export function parseWebOrigin(typed: string): string | undefined {
  const text = typed.trim().replace(/\/$/, '').toLowerCase();
  const [, scheme, host = '', port] = address.exec(text) ?? [];
  if (scheme === undefined || hasCardNumber(host)) return undefined;
  const isHere = host === 'localhost' || host === '127.0.0.1';
  if (scheme === 'http' && !isHere) return undefined;
  if (port === '*') return scheme === 'http' ? text : undefined;
  if (port === undefined) return text;
  const number = Number(port);
  if (number < 1 || number > 65_535) return undefined;
  const isUsual = number === (scheme === 'https' ? 443 : 80);
  return `${scheme}://${host}${isUsual ? '' : `:${number}`}`;
}

/** One origin per line, or the first invalid line. */
export function readOrigins(typed: string): { origins: string[] } | { wrong: string } {
  const lines = typed.split(/[\n,;]/).filter((line) => line.trim() !== '');
  const wrong = lines.find((line) => parseWebOrigin(line) === undefined);
  if (wrong !== undefined) return { wrong: wrong.trim() };
  return { origins: [...new Set(lines.map((line) => parseWebOrigin(line) ?? ''))] };
}

import { hasCardNumber } from './card-number.ts';

/**
 * The shared validators of docs/domain.md#validation-patterns. Every pattern is linear and lengths are
 * limited first: a naive "anything, an at sign, anything" took seconds on 50,000 characters.
 */
const maxLength = 320;

export function isEmailLike(text: string): boolean {
  // Email addresses and names are stored unmasked, so one with a card number is rejected
  // (docs/domain.md#card-data).
  if (text.length > maxLength || /[\r\n]/.test(text) || hasCardNumber(text)) return false;
  const index = text.indexOf('@', 1);
  return index !== -1 && index < text.length - 1;
}

/** A positive integer without leading zero (docs/domain.md#validation-patterns) in the database's range. */
export const transactionIdPattern = /^[1-9]\d{0,319}$/;

export const isTransactionId = (text: string): boolean => transactionIdPattern.test(text);

export const isLastFour = (text: string): boolean => /^\d{4}$/.test(text);

export const isNotEmpty = (text: string): boolean => text.length <= maxLength && text.trim() !== '';

export function isIpAddress(text: string): boolean {
  return text.length <= 45 && (isIpv4(text) || isIpv6(text));
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const embedded = last.includes('.');
  if (embedded && !isIpv4(last)) return false;
  const plain = embedded ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  const count = plain.length + (embedded ? 2 : 0);
  return halves.length === 2 ? count < 8 : count === 8;
}

/**
 * A first or last name, which is no identifier: letters of any script with their marks, digits, and the signs that
 * names have ("J. R.", "Reis, PhD", "de la Cruz (IT)", "'t Hooft"). A hyphen alone is what directories send for none.
 */
export const isPersonName = (text: string): boolean =>
  text === '-' ||
  (text.length <= maxLength &&
    !hasCardNumber(text) &&
    /^[\p{L}\p{N}('’ʼ][\p{L}\p{M}\p{N} \-\u2010\u2011'’ʼ_.,·()/&]*$/u.test(text) &&
    /[\p{L}\p{N}]/u.test(text));

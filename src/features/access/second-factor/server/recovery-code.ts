import { randomInt } from 'node:crypto';

/** 31 letters and digits that are hard to confuse. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Twelve random characters, 'abcd-efgh-jkmn': 59 bits. */
export function newRecoveryCode(): string {
  const code = Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/** As a person types it: capitals, blanks and hyphens don't matter. */
export function normaliseRecoveryCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '');
}

/** A code of an authenticator app; anything else is a recovery code. */
export function isTotpCode(typed: string): boolean {
  return /^\d{6}$/.test(typed.replaceAll(/\s/g, ''));
}

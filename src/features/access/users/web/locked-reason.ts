import type { Translate } from '#web/translate/translator.ts';

const translated = [
  'TEMPORARY_PASSWORD',
  'PASSWORD_EXPIRED',
  'MAX_PASSWORD_ATTEMPTS',
  'USER_INACTIVE_ACCOUNT',
];

/**
 * Why an account is locked, by its code; the text of OTHER_REASON for every other code
 * (docs/domain.md#account-locks).
 */
export function lockedReasonText(t: Translate, code: string): string {
  return t(`users.locked_reason.${translated.includes(code) ? code : 'OTHER_REASON'}`);
}

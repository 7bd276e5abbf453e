/**
 * Rules for a new password (docs/domain.md#passwords). Only the server has the list behind NOT_COMMON and the
 * history of four.
 */
export const passwordChecks = [
  'LENGTH',
  'UPPER_CASE',
  'LOWER_CASE',
  'DIGIT',
  'NOT_USERNAME',
  'NO_REPEATS',
  'NOT_COMMON',
] as const;
/** Open until the password was checked against the rule. */
export type RuleState = 'open' | 'passed' | 'failed';
export type PasswordCheck = (typeof passwordChecks)[number];

/** Characters; the defaults of --password-min-length and --password-max-length. */
const passwordLength = { min: 12, max: 64 };

/** Characters of the shortest mailbox that a password must not contain. */
const minMailbox = 4;

/** The failed checks; empty when the password passes as far as the page can check. */
export function failedPasswordChecks(
  password: string,
  username: string,
  length: { min: number; max: number } = passwordLength,
): PasswordCheck[] {
  const passes: Record<Exclude<PasswordCheck, 'NOT_COMMON'>, boolean> = {
    LENGTH: password.length >= length.min && password.length <= length.max,
    UPPER_CASE: /\p{Lu}/u.test(password),
    LOWER_CASE: /\p{Ll}/u.test(password),
    DIGIT: /\d/.test(password),
    // A shorter name is part of too many passwords.
    NOT_USERNAME:
      mailbox(username).length < minMailbox || !password.toLowerCase().includes(mailbox(username)),
    NO_REPEATS: !/(.)\1\1/u.test(password),
  };
  return passwordChecks.filter((check) => check !== 'NOT_COMMON' && !passes[check]);
}

/** The result of a rule that the page checks itself. */
export function checkRule(
  id: PasswordCheck,
  password: string,
  username: string,
  length?: { min: number; max: number },
): RuleState {
  if (password === '' || id === 'NOT_COMMON') return 'open';
  return failedPasswordChecks(password, username, length).includes(id) ? 'failed' : 'passed';
}

const mailbox = (username: string): string => username.split('@')[0]?.trim().toLowerCase() || username;

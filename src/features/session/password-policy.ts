/** What a new password must be (domain §1.12); the history of four is checked on the server alone. */
export const passwordChecks = [
  'LENGTH',
  'UPPER_CASE',
  'LOWER_CASE',
  'DIGIT',
  'NOT_USERNAME',
  'NO_REPEATS',
] as const;
export type PasswordCheck = (typeof passwordChecks)[number];

export const passwordLength = { min: 12, max: 64 };

/** The checks that the password does not pass; empty when it is good. */
export function failedPasswordChecks(password: string, username: string): PasswordCheck[] {
  const passes: Record<PasswordCheck, boolean> = {
    LENGTH: password.length >= passwordLength.min && password.length <= passwordLength.max,
    UPPER_CASE: /\p{Lu}/u.test(password),
    LOWER_CASE: /\p{Ll}/u.test(password),
    DIGIT: /\d/.test(password),
    NOT_USERNAME: username === '' || !password.toLowerCase().includes(mailbox(username)),
    NO_REPEATS: !/(.)\1\1/u.test(password),
  };
  return passwordChecks.filter((check) => !passes[check]);
}

const mailbox = (username: string): string => username.split('@')[0]?.trim().toLowerCase() || username;

/** The server's result for one text. */
export interface PasswordResult {
  text: string;
  checks: readonly { id: string; passed: boolean }[];
}

export interface NewPasswordForm {
  candidate: string;
  confirmation: string;
  /** The last result; undefined before the first and after a failed request. */
  result: PasswordResult | undefined;
}

/** The errors as the keys of their texts. */
export const findNewPasswordErrors = (form: Pick<NewPasswordForm, 'candidate' | 'confirmation'>) => ({
  ...(form.candidate === '' && { candidate: 'password.keep_rules' }),
  ...(form.confirmation !== form.candidate && { confirmation: 'password.mismatch' }),
});

/** The server's rejections of the new password, by its message. */
export const newPasswordRefusals = {
  password_not_good: { candidate: 'error.password_not_good' },
  password_invalid_history: { candidate: 'error.password_invalid_history' },
};

/** Milliseconds without a key press before a request is sent. */
export const checkDelayMs = 300;

/** Every check passed, for exactly the text now in the box (docs/domain.md#passwords). */
function isPasswordAccepted({ candidate, result }: NewPasswordForm): boolean {
  return (
    result !== undefined &&
    result.text === candidate &&
    result.checks.length > 0 &&
    result.checks.every(({ passed }) => passed)
  );
}

/** The form may be submitted: the password passed and was typed twice. */
export function isNewPasswordValid(form: NewPasswordForm): boolean {
  return isPasswordAccepted(form) && form.confirmation === form.candidate;
}

/** State of a rule: open until the server has checked exactly this text. */
export function ruleState(form: NewPasswordForm, id: string): 'open' | 'passed' | 'failed' {
  if (form.candidate === '' || form.result?.text !== form.candidate) return 'open';
  return form.result.checks.find((check) => check.id === id)?.passed === true ? 'passed' : 'failed';
}

/** What the server said of one text. */
export interface Verdict {
  text: string;
  checks: readonly { id: string; passed: boolean }[];
}

export interface NewPasswordForm {
  candidate: string;
  confirmation: string;
  /** The last answer, or undefined before the first and after a failed check. */
  verdict: Verdict | undefined;
}

/** Milliseconds without a key before the server is asked. */
export const checkDelayMs = 300;

/** Every check passed, for exactly the text now in the box (docs/domain.md#passwords). */
export function isPasswordGood({ candidate, verdict }: NewPasswordForm): boolean {
  return (
    verdict !== undefined &&
    verdict.text === candidate &&
    verdict.checks.length > 0 &&
    verdict.checks.every(({ passed }) => passed)
  );
}

/** The form may be sent: the password is good and was typed twice. */
export function isNewPasswordValid(form: NewPasswordForm): boolean {
  return isPasswordGood(form) && form.confirmation === form.candidate;
}

/** What stands beside a rule: nothing is claimed of a text that was not judged. */
export function ruleState(form: NewPasswordForm, id: string): 'open' | 'passed' | 'failed' {
  if (form.candidate === '' || form.verdict?.text !== form.candidate) return 'open';
  return form.verdict.checks.find((check) => check.id === id)?.passed === true ? 'passed' : 'failed';
}

import { useEffect, useState } from 'react';
import { checkNewPassword } from '#features/account/calls.ts';
import {
  checkDelayMs,
  isNewPasswordValid,
  type NewPasswordForm,
  type Verdict,
} from '#features/account/new-password-form.ts';
import { callUntil } from '#web/call/call.ts';

export type NewPassword = NewPasswordForm & {
  isValid: boolean;
  /** The check itself failed: nothing can be said of the text. */
  isCheckFailed: boolean;
  setCandidate: (text: string) => void;
  setConfirmation: (text: string) => void;
};

/** A new password and its confirmation, judged by the server while it is typed. */
export function useNewPassword(username: string): NewPassword {
  const [candidate, setCandidate] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [verdict, setVerdict] = useState<Verdict>();
  const [uncheckedText, setUncheckedText] = useState<string>();

  useEffect(() => {
    if (candidate === '') return;
    // An answer that comes after the next key belongs to a text that is gone: it is not waited for.
    const gone = new AbortController();
    const timer = setTimeout(() => {
      callUntil(checkNewPassword, { body: { token: candidate, username } }, gone.signal).then(
        ({ checks }) => !gone.signal.aborted && setVerdict({ text: candidate, checks }),
        () => !gone.signal.aborted && setUncheckedText(candidate),
      );
    }, checkDelayMs);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [candidate, username]);

  const form = { candidate, confirmation, verdict };
  const isCheckFailed = candidate !== '' && uncheckedText === candidate;
  return { ...form, isValid: isNewPasswordValid(form), isCheckFailed, setCandidate, setConfirmation };
}

import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { passwordChecks } from '#features/access/session/password-policy.ts';
import { PasswordRules } from '#features/access/session/web/password-rules.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import type { FormState } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { call } from '#web/call/call.ts';
import { useRetrying } from '#web/call/use-retrying.ts';
import {
  ruleState,
  checkDelayMs,
  isNewPasswordValid,
  type NewPasswordForm,
  type PasswordResult,
} from '../new-password-form.ts';
import { checkNewPassword } from '../endpoints.ts';
import classes from './account.module.css';

type Field = 'candidate' | 'confirmation';
interface Props {
  form: Pick<FormState<Record<Field, string>, object>, 'field' | 'isTried'>;
  check: PasswordCheck;
  username: string;
}

/** The new password, its rules with their results, and the confirmation. */
export function NewPasswordFields({ form: { field, isTried }, check, username }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const hasFailed = passwordChecks.some((id) => ruleState(check.form, id) === 'failed');
  return (
    <>
      {/* For password managers, which save the username. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        {...field('candidate')}
        label={t('password.new')}
        name="newPassword"
        autoComplete="new-password"
        error={field('candidate').error ?? (isTried && hasFailed ? t('password.keep_rules') : undefined)}
      />
      {check.isCheckFailed && (
        <Notice
          kind="failed"
          action={
            <Button variant="default" size="compact-sm" onClick={check.checkAgain}>
              {texts.retry}
            </Button>
          }
        >
          {t('password.check_failed')}
        </Notice>
      )}
      <PasswordRules stateOf={(id) => ruleState(check.form, id)} />
      <PasswordField {...field('confirmation')} label={t('password.confirm')} autoComplete="new-password" />
      <p className={classes.hidden} role="status">
        {check.isValid ? t('password.all_good') : ''}
      </p>
    </>
  );
}

interface PasswordCheck {
  /** The new password with the server's last result. */
  form: NewPasswordForm;
  isValid: boolean;
  /** The request failed, so the text is unchecked. It is repeated. */
  isCheckFailed: boolean;
  checkAgain: () => void;
  /** Whether the form may be submitted, after the pending check. */
  settle: () => Promise<boolean>;
}

type Values = Pick<NewPasswordForm, 'candidate' | 'confirmation'>;

/** The server checks a new password while the user types. */
export function usePasswordCheck(username: string, { candidate, confirmation }: Values): PasswordCheck {
  const [result, setResult] = useState<PasswordResult>();
  const [uncheckedText, setUncheckedText] = useState<string>();
  const pending = useRef<{ text: string; response: Promise<PasswordResult | undefined> }>(undefined);

  /** One request per text, shared by all callers. A failed one can be repeated. */
  function check(text: string): Promise<PasswordResult | undefined> {
    if (pending.current?.text === text) return pending.current.response;
    const response = call(checkNewPassword, { body: { token: text, username } }).then(
      ({ checks }) => {
        const checked = { text, checks };
        // The text changed while the request ran, so its result is dropped.
        if (pending.current?.text === text) setResult(checked);
        setUncheckedText(undefined);
        return checked;
      },
      () => {
        if (pending.current?.text === text) pending.current = undefined;
        setUncheckedText(text);
        return undefined;
      },
    );
    pending.current = { text, response };
    return response;
  }
  const checkLater = useRef(check);
  useEffect(() => {
    checkLater.current = check;
  });
  useEffect(() => {
    if (candidate === '') return undefined;
    const timer = setTimeout(() => void checkLater.current(candidate), checkDelayMs);
    return () => clearTimeout(timer);
  }, [candidate]);

  const form = { candidate, confirmation, result };
  const isCheckFailed = candidate !== '' && uncheckedText === candidate;
  const { retry } = useRetrying(async () => (await check(candidate)) !== undefined, isCheckFailed);
  async function settle(): Promise<boolean> {
    if (candidate === '' || candidate !== confirmation) return false;
    return isNewPasswordValid({ ...form, result: await check(candidate) });
  }
  return {
    form,
    isValid: isNewPasswordValid(form),
    isCheckFailed,
    checkAgain: () => void retry(),
    settle,
  };
}

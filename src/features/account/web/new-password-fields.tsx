import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { passwordChecks } from '#features/session/password-policy.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { startupConfig } from '#web/startup-config.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { ruleState } from '../new-password-form.ts';
import type { NewPassword } from './use-new-password.ts';
import classes from './account.module.css';

interface Props {
  password: NewPassword;
  username: string;
  /** The server's rejection of the submitted password. */
  error: string | undefined;
  /** The form was submitted. */
  isTried: boolean;
}

const icons = { open: IconCircle, passed: IconCircleCheck, failed: IconCircleX };

/** The new password, its rules with their results, and the confirmation. */
export function NewPasswordFields({ password, username, error, isTried }: Props) {
  const { t } = useTranslation();
  const [isLeft, setIsLeft] = useState(false);
  const texts = useUiTexts();
  const config = startupConfig();
  const length = { min: config.passwordMinLength, max: config.passwordMaxLength };
  const states = passwordChecks.map((id) => ({ id, state: ruleState(password, id) }));
  const isMismatch = password.confirmation !== password.candidate;
  const hasFailed = states.some(({ state }) => state === 'failed');
  return (
    <>
      {/* Lets password managers know the username. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={t('password.new')}
        name="newPassword"
        autoComplete="new-password"
        value={password.candidate}
        onChange={(event) => password.setCandidate(event.currentTarget.value)}
        error={
          error ??
          (isTried && (hasFailed || password.candidate === '') ? t('password.keep_rules') : undefined)
        }
      />
      {password.isCheckFailed && (
        <Notice
          kind="failed"
          action={
            <Button variant="default" size="compact-sm" onClick={password.checkAgain}>
              {texts.retry}
            </Button>
          }
        >
          {t('password.check_failed')}
        </Notice>
      )}
      <ul className={classes.rules} aria-label={t('password.rules')}>
        {states.map(({ id, state }) => {
          const Icon = icons[state];
          return (
            <li key={id} data-state={state}>
              <Icon size={16} aria-hidden />
              <span>
                {t(`password.check.${id}`, length)}
                <span className={classes.hidden}>: {t(`password.state.${state}`)}</span>
              </span>
            </li>
          );
        })}
      </ul>
      <PasswordField
        label={t('password.confirm')}
        name="confirmation"
        autoComplete="new-password"
        value={password.confirmation}
        onChange={(event) => password.setConfirmation(event.currentTarget.value)}
        onBlur={() => setIsLeft(password.confirmation !== '')}
        error={isMismatch && (isTried || isLeft) ? t('password.mismatch') : undefined}
      />
      <p className={classes.hidden} role="status">
        {password.isValid ? t('password.all_good') : ''}
      </p>
    </>
  );
}

import { Button } from '@mantine/core';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { signInErrors } from '#features/session/sign-in.ts';
import { PublicFrame } from '#features/session/web/public-frame.tsx';
import classes from '#features/session/web/public-frame.module.css';
import { UsernameField } from '#features/session/web/username-field.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { call } from '#web/call/call.ts';
import { paths } from '#web/paths.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { forgottenPassword } from '../endpoints.ts';
import { usePublicSubmit } from './use-public-submit.ts';

/**
 * /forgotPassword: requests an email with a link to set a new password
 * (docs/domain.md#screens-and-addresses).
 */
export function ForgotPasswordScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [username, setUsername] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { failure, isBusy, submit } = usePublicSubmit();
  const error = signInErrors({ username, password: '-' }).username;

  async function send(): Promise<void> {
    setIsTried(true);
    if (error != null) return;
    const name = username.trim();
    await submit(async () => {
      await call(forgottenPassword, { path: { username: name } });
      await navigate({ ...paths.resetEmailSent(), state: { username: name } as object });
    });
  }
  return (
    <PublicFrame title={t('forgot_password.title')}>
      <p>{t('forgot_password.help')}</p>
      <FormStack
        label={t('forgot_password.title')}
        onSubmit={send}
        actions={
          <Button type="submit" fullWidth loading={isBusy}>
            {t('forgot_password.send')}
          </Button>
        }
      >
        {failure != null && <Notice kind="failed">{errorText(failure)}</Notice>}
        <UsernameField value={username} onChange={setUsername} error={isTried ? error : undefined} />
      </FormStack>
      <Link {...paths.login()} className={classes.link}>
        {t('expired_password.back')}
      </Link>
    </PublicFrame>
  );
}

/** /resetEmailSent: the next step. It does not reveal whether the account exists. */
export function ResetEmailSentScreen() {
  const { t } = useTranslation();
  const { username } = useRouterState({
    select: (state) => state.location.state as { username?: unknown },
  });
  return (
    <PublicFrame title={t('reset_email_sent.title')}>
      <p>
        {typeof username === 'string'
          ? t('reset_email_sent.message', { username })
          : t('reset_email_sent.message_unnamed')}
      </p>
      <p>{t('reset_email_sent.help')}</p>
      <Link {...paths.login()} className={classes.link}>
        {t('expired_password.back')}
      </Link>
    </PublicFrame>
  );
}

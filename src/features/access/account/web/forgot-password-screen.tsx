import { Button } from '@mantine/core';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { signInErrors } from '#features/access/sign-in/sign-in.ts';
import { PublicFrame } from '#features/access/sign-in/web/public-frame.tsx';
import classes from '#features/access/sign-in/web/public-frame.module.css';
import { usePublicForm } from '#features/access/sign-in/web/use-public-form.ts';
import { UsernameField } from '#features/access/sign-in/web/username-field.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { call } from '#web/call/call.ts';
import { paths } from '#web/paths.ts';
import { hasMail } from '#web/startup-config.ts';
import { NoMailNotice } from '#web/no-mail-notice.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { forgottenPassword } from '../endpoints.ts';

/**
 * /forgotPassword: requests an email with a link to set a new password
 * (docs/domain.md#screens-and-addresses).
 */
export function ForgotPasswordScreen() {
  const { t } = useTranslation();
  return (
    <PublicFrame title={t('forgot_password.title')}>
      {hasMail() ? <ResetForm /> : <NoMailNotice about="password" />}
      <Link {...paths.login()} className={classes.link}>
        {t('expired_password.back')}
      </Link>
    </PublicFrame>
  );
}

function ResetForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { failure, isBusy, submit, field } = usePublicForm({
    initial: { username: '' },
    validate: ({ username }) => signInErrors({ username, password: '-' }),
    async send(values) {
      const username = values.username.trim();
      await call(forgottenPassword, { path: { username } });
      await navigate({ ...paths.resetEmailSent(), state: { username } as object });
    },
  });
  return (
    <>
      <p>{t('forgot_password.help')}</p>
      <FormStack
        label={t('forgot_password.title')}
        onSubmit={submit}
        actions={
          <Button type="submit" fullWidth loading={isBusy}>
            {t('forgot_password.send')}
          </Button>
        }
      >
        <FailureNotice failure={failure} />
        <UsernameField {...field('username')} />
      </FormStack>
    </>
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

import { Button } from '@mantine/core';
import { Link, Navigate, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePassword } from '#features/account/calls.ts';
import { NewPasswordFields } from '#features/account/web/new-password-fields.tsx';
import { useKnock } from '#features/account/web/use-knock.ts';
import { useNewPassword } from '#features/account/web/use-new-password.ts';
import { mustChangePassword } from '#features/session/sign-in.ts';
import { PublicFrame } from '#features/session/web/public-frame.tsx';
import classes from '#features/session/web/public-frame.module.css';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { call } from '#web/call/call.ts';
import { errorText } from '#web/translate/translate.ts';

type Arrival = { lockedReason?: unknown; username?: unknown; from?: unknown };

/** /expiredPassword: a new password by the current one; without a reason it returns to login (spec 1 §2). */
export function ExpiredPasswordScreen() {
  const router = useRouter();
  // As it was on arrival: on the way out the address changes before this screen goes.
  const [{ lockedReason, username, from }] = useState(() => router.state.location.state as Arrival);
  if (typeof lockedReason !== 'string' || typeof username !== 'string' || !mustChangePassword(lockedReason))
    return <Navigate to="/login" replace />;
  return <ExpiredPasswordForm lockedReason={lockedReason} username={username} from={from} />;
}

function ExpiredPasswordForm(props: { lockedReason: string; username: string; from: unknown }) {
  const { lockedReason, username, from } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [current, setCurrent] = useState('');
  const [isTried, setIsTried] = useState(false);
  const password = useNewPassword(username);
  const { failure, isBusy, knock } = useKnock();
  // Each says which field it is about (spec 1 §8).
  const isAboutCurrent = failure === 'incorrect_credentials';
  const isAboutNew = failure === 'password_invalid_history' || failure === 'password_not_good';

  async function save(): Promise<void> {
    setIsTried(true);
    if (current === '' || !password.isValid) return;
    await knock(async () => {
      await call(changePassword, {
        body: { username, password: current, newPassword: password.candidate },
      });
      await navigate({ to: '/passwordUpdated', replace: true, state: { from } as object });
    });
  }
  const currentError = isAboutCurrent
    ? t('password.current_wrong')
    : isTried && current === ''
      ? t('validation.password_required')
      : undefined;
  return (
    <PublicFrame title={t(`expired_password.title.${lockedReason}`)}>
      <p>{t(`expired_password.message.${lockedReason}`, { username })}</p>
      <FormStack
        label={t(`expired_password.title.${lockedReason}`)}
        onSubmit={save}
        actions={
          <Button type="submit" fullWidth loading={isBusy}>
            {t('password.save')}
          </Button>
        }
      >
        {failure != null && !isAboutCurrent && !isAboutNew && (
          <Notice kind="failed">{errorText(failure)}</Notice>
        )}
        <PasswordField
          label={t('password.current')}
          name="password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          error={currentError}
        />
        <NewPasswordFields
          password={password}
          username={username}
          error={isAboutNew ? errorText(failure) : undefined}
          isTried={isTried}
        />
      </FormStack>
      <Link to="/login" className={classes.link}>
        {t('expired_password.back')}
      </Link>
    </PublicFrame>
  );
}

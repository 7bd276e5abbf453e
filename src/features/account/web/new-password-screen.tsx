import { Button } from '@mantine/core';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getInitiation } from '#features/session/endpoints.ts';
import { PublicFrame } from '#features/session/web/public-frame.tsx';
import classes from '#features/session/web/public-frame.module.css';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { usePathPart } from '#web/address.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { paths } from '#web/paths.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { changeForgottenPassword, checkPasswordToken } from '../endpoints.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { usePublicSubmit } from './use-public-submit.ts';
import { useNewPassword } from './use-new-password.ts';

type LinkState =
  | { state: 'asked' }
  | { state: 'open'; username: string }
  | { state: 'closed'; failure: string };

/** /password/{token}: sets a password with an emailed link (docs/domain.md#passwords). */
export function NewPasswordScreen() {
  const { t } = useTranslation();
  const token = usePathPart('token');
  const link = useLink(token);
  return (
    <PublicFrame title={t('new_password.title')}>
      {link.state === 'asked' && <SkeletonLines lines={5} />}
      {link.state === 'open' && <NewPasswordForm token={token} username={link.username} />}
      {link.state === 'closed' && (
        <>
          <Notice kind="failed">{errorText(link.failure)}</Notice>
          <Link {...paths.forgotPassword()} className={classes.link}>
            {t('new_password.ask_again')}
          </Link>
        </>
      )}
      <Link {...paths.login()} className={classes.link}>
        {t('expired_password.back')}
      </Link>
    </PublicFrame>
  );
}

function NewPasswordForm({ token, username }: { token: string; username: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isTried, setIsTried] = useState(false);
  const password = useNewPassword(username);
  const { failure, isBusy, submit } = usePublicSubmit();
  const [sent, setSent] = useState('');
  const isAboutNew = failure === 'password_invalid_history' || failure === 'password_not_good';

  async function save(): Promise<void> {
    setIsTried(true);
    await submit(async () => {
      if (!(await password.settle())) return;
      setSent(password.candidate);
      await call(changeForgottenPassword, { path: { token }, body: { token: password.candidate } });
      await navigate({ ...paths.passwordUpdated(), replace: true });
    });
  }
  return (
    <>
      <p>{t('new_password.for', { username })}</p>
      <FormStack
        label={t('new_password.title')}
        onSubmit={save}
        actions={
          <Button type="submit" fullWidth loading={isBusy}>
            {t('password.save')}
          </Button>
        }
      >
        {failure != null && !isAboutNew && <Notice kind="failed">{errorText(failure)}</Notice>}
        <NewPasswordFields
          password={password}
          username={username}
          error={isAboutNew && sent === password.candidate ? errorText(failure) : undefined}
          isTried={isTried}
        />
      </FormStack>
    </>
  );
}

/** The owner of the link. It is requested once per link, after the anti-forgery value. */
function useLink(token: string): LinkState {
  const [link, setLink] = useState<LinkState>({ state: 'asked' });
  useEffect(() => {
    let isGone = false;
    const ctx = async () => {
      await call(getInitiation);
      const { userId } = await call(checkPasswordToken, { path: { token } });
      return userId;
    };
    ctx().then(
      (username) => !isGone && setLink({ state: 'open', username }),
      (error: unknown) => {
        const failure = error instanceof CallFailure ? error.message : 'internal_server_error';
        if (!isGone) setLink({ state: 'closed', failure });
      },
    );
    return () => {
      isGone = true;
    };
  }, [token]);
  return link;
}

/** docs/domain.md#passwords. */
const backToLoginMs = 5000;

/** /passwordUpdated: returns to login after a delay (docs/domain.md#passwords). */
export function PasswordUpdatedScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { from } = useRouterState({ select: (state) => state.location.state as { from?: unknown } });

  useEffect(() => {
    const timer = setTimeout(
      () => void navigate({ ...paths.login(), replace: true, state: { from } as object }),
      backToLoginMs,
    );
    return () => clearTimeout(timer);
  }, [navigate, from]);
  return (
    <PublicFrame title={t('password_updated.title')}>
      <Notice kind="success">{t('password_updated.message')}</Notice>
      <Link {...paths.login()} state={{ from } as object} className={classes.link}>
        {t('password_updated.now')}
      </Link>
    </PublicFrame>
  );
}

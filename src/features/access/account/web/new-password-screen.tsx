import { Button } from '@mantine/core';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getInitiation } from '#features/access/session/endpoints.ts';
import { PublicFrame } from '#features/access/sign-in/web/public-frame.tsx';
import classes from '#features/access/sign-in/web/public-frame.module.css';
import { usePublicForm } from '#features/access/sign-in/web/use-public-form.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { usePathPart } from '#web/address.ts';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { changeForgottenPassword, checkPasswordToken } from '../endpoints.ts';
import { findNewPasswordErrors, newPasswordRefusals } from '../new-password-form.ts';
import { NewPasswordFields, usePasswordCheck } from './new-password-fields.tsx';

type LinkState =
  | { state: 'loading' }
  | { state: 'open'; username: string }
  | { state: 'closed'; failure: CallFailure };

/** /password/{token}: sets a password with an emailed link (docs/domain.md#passwords). */
export function NewPasswordScreen() {
  const { t } = useTranslation();
  const token = usePathPart('token');
  const link = useLink(token);
  return (
    <PublicFrame title={t('new_password.title')}>
      {link.state === 'loading' && <SkeletonLines lines={5} />}
      {link.state === 'open' && <NewPasswordForm token={token} username={link.username} />}
      {link.state === 'closed' && (
        <>
          <FailureNotice failure={link.failure} />
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

const empty = { candidate: '', confirmation: '' };

function NewPasswordForm({ token, username }: { token: string; username: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = usePublicForm({
    initial: empty,
    validate: (values): Partial<Record<keyof typeof empty, string>> => findNewPasswordErrors(values),
    refusals: newPasswordRefusals,
    async send({ candidate }) {
      if (!(await check.settle())) return;
      await call(changeForgottenPassword, { path: { token }, body: { token: candidate } });
      await navigate({ ...paths.passwordUpdated(), replace: true });
    },
  });
  const check = usePasswordCheck(username, form.values);
  return (
    <>
      <p>{t('new_password.for', { username })}</p>
      <FormStack
        label={t('new_password.title')}
        onSubmit={form.submit}
        actions={
          <Button type="submit" fullWidth loading={form.isBusy}>
            {t('password.save')}
          </Button>
        }
      >
        <FailureNotice failure={form.failure} />
        <NewPasswordFields form={form} check={check} username={username} />
      </FormStack>
    </>
  );
}

/** The owner of the link. It is requested once per link, after the anti-forgery value. */
function useLink(token: string): LinkState {
  const [link, setLink] = useState<LinkState>({ state: 'loading' });
  useEffect(() => {
    let isCancelled = false;
    const loadUsername = async () => {
      await call(getInitiation);
      const { userId } = await call(checkPasswordToken, { path: { token } });
      return userId;
    };
    loadUsername().then(
      (username) => !isCancelled && setLink({ state: 'open', username }),
      (error: unknown) => {
        if (!isCancelled) setLink({ state: 'closed', failure: toFailure(error) });
      },
    );
    return () => {
      isCancelled = true;
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

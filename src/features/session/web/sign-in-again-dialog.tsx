import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { paths } from '#web/paths.ts';
import { endSession, resumeSession, useIsSuspended, useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getInitiation, login } from '../endpoints.ts';
import { mustChangePassword } from '../sign-in.ts';

/** Escape in a field must not close a dialog below this one and lose its content. */
const keepEscape = { 'data-mantine-stop-propagation': true };

/**
 * The session ended while a form had unsaved changes: the same user signs in again and continues. The page
 * stays mounted behind a cover (docs/decisions/0014).
 */
export function SignInAgainDialog() {
  const { t } = useTranslation();
  const isOpen = useIsSuspended();
  return (
    <Dialog isOpen={isOpen} onClose={() => {}} title={t('sign_in_again.title')} isStatic isCovering>
      {isOpen && <SignInAgainForm />}
    </Dialog>
  );
}

function SignInAgainForm() {
  const { t } = useTranslation();
  const router = useRouter();
  const queries = useQueryClient();
  const { userId } = useSignedIn();
  const [password, setPassword] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    call(getInitiation).catch(() => setFailure('server_not_available'));
  }, []);

  async function signIn(): Promise<void> {
    setIsTried(true);
    if (isBusy || password === '') return;
    setIsBusy(true);
    setFailure(undefined);
    try {
      const result = await call(login, { body: { username: userId, password } });
      if (mustChangePassword(result.lockedReason)) {
        setFailure('must_change_password');
        return;
      }
      await resumeSession(result);
      // Repeats the requests that failed without a session. Everything else stays on screen.
      await queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
    } catch (error) {
      setFailure(error instanceof CallFailure ? error.message : 'internal_server_error');
    } finally {
      setIsBusy(false);
    }
  }
  async function leave(): Promise<void> {
    const from = router.state.location.href;
    endSession('expired');
    queries.clear();
    await router.navigate({ ...paths.login(), state: { from, userId } as object });
  }
  return (
    <FormStack
      label={t('sign_in_again.title')}
      onSubmit={signIn}
      actions={
        <>
          <Button variant="default" onClick={leave} disabled={isBusy} {...keepEscape}>
            {t('sign_in_again.leave')}
          </Button>
          <Button type="submit" loading={isBusy} {...keepEscape}>
            {t('login.sign_in')}
          </Button>
        </>
      }
    >
      <p>{t('sign_in_again.text')}</p>
      {failure != null && <Notice kind="failed">{errorText(failure)}</Notice>}
      <TextField
        label={t('login.username')}
        name="username"
        autoComplete="username"
        readOnly
        value={userId}
        {...keepEscape}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={isTried && password === '' ? t('validation.password_required') : undefined}
        data-autofocus
        {...keepEscape}
      />
    </FormStack>
  );
}

import { Button } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { stripTags } from '#web/format/plain-text.ts';
import { paths } from '#web/paths.ts';
import { readCookie } from '#web/session/client-storage.ts';
import { inAppTarget } from '#web/session/in-app-target.ts';
import { beginSession } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getInitiation, login } from '../endpoints.ts';
import type { LoginResult } from '../schemas.ts';
import { PublicFrame } from './public-frame.tsx';
import classes from './public-frame.module.css';
import { UsernameField } from './username-field.tsx';
import { mustChangePassword, signInErrors, type SignInErrors } from '../sign-in.ts';

/** Why the sign-in screen opened, from its history entry. */
export interface SignInArrival {
  /** The address that requires sign-in. */
  from?: unknown;
  /** A session ended, and whose it was. */
  isEnded?: unknown;
  userId?: unknown;
}

interface Props {
  arrival: SignInArrival;
  onSignedIn: (target: string) => Promise<void>;
  onMustChangePassword: (state: object) => Promise<void>;
  forgotLink: ReactNode;
  /** The user began to type: the portal may be prefetched. */
  onTyping?: () => void;
}

/** The screen of /login, without a router: it loads before the rest of the portal (docs/decisions/0076). */
export function LoginForm(props: Props) {
  const { t } = useTranslation();
  const { username, setUsername, password, setPassword, errors, failure, isBusy, signIn, validate } =
    useSignIn(props);
  const { isEnded } = props.arrival;
  const information = stripTags(startupConfig().loginPageImportantInfoFragment);
  return (
    <PublicFrame
      title={t('login.title')}
      below={information === '' ? undefined : <p className={classes.information}>{information}</p>}
    >
      <FormStack
        label={t('login.title')}
        onSubmit={signIn}
        actions={
          <Button type="submit" fullWidth loading={isBusy}>
            {t('login.sign_in')}
          </Button>
        }
      >
        <UsernameField
          value={username}
          onChange={(typed) => {
            props.onTyping?.();
            setUsername(typed);
          }}
          onBlur={username === '' ? undefined : () => validate('username')}
          error={errors.username}
          isFocused
        />
        <PasswordField
          label={t('login.password')}
          help={'\u00a0'}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={errors.password == null ? undefined : t(`validation.${errors.password}`)}
        />
        {props.forgotLink}
        <div className={classes.message}>
          {failure != null && <Notice kind="failed">{errorText(failure)}</Notice>}
          {failure == null && isEnded === true && <Notice>{t('login.session_ended')}</Notice>}
        </div>
      </FormStack>
    </PublicFrame>
  );
}

function useSignIn({ arrival, onSignedIn, onMustChangePassword }: Props) {
  const { from, userId } = arrival;
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<SignInErrors>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    call(getInitiation).catch(() => setFailure('server_not_available'));
  }, []);

  async function follow(result: LoginResult): Promise<void> {
    if (mustChangePassword(result.lockedReason)) {
      const { lockedReason } = result;
      await onMustChangePassword({ lockedReason, username: username.trim(), from });
      return;
    }
    const isAnotherUser = userId !== undefined && userId !== result.userId;
    const target = readCookie('loggedOut') === 'true' || isAnotherUser ? paths.home().to : inAppTarget(from);
    await beginSession(result);
    await onSignedIn(target);
  }
  return {
    username,
    setUsername,
    password,
    setPassword,
    errors,
    failure,
    isBusy,
    validate: (field: keyof SignInErrors) =>
      setErrors((before) => ({ ...before, [field]: signInErrors({ username, password })[field] })),
    async signIn(): Promise<void> {
      const found = signInErrors({ username, password });
      setErrors(found);
      if (isBusy || Object.keys(found).length > 0) return;
      setIsBusy(true);
      setFailure(undefined);
      try {
        await follow(await call(login, { body: { username: username.trim(), password } }));
      } catch (error) {
        setFailure(error instanceof CallFailure ? error.message : 'internal_server_error');
      } finally {
        setIsBusy(false);
      }
    },
  };
}

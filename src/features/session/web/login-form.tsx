import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { call } from '#web/call/call.ts';
import { stripTags } from '#web/format/plain-text.ts';
import { paths } from '#web/paths.ts';
import { readCookie } from '#web/session/client-storage.ts';
import { inAppTarget } from '#web/session/in-app-target.ts';
import { beginSession } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { login } from '../endpoints.ts';
import { PublicFrame } from './public-frame.tsx';
import classes from './public-frame.module.css';
import { usePublicForm } from './use-public-form.ts';
import { UsernameField } from './username-field.tsx';
import { mustChangePassword, signInErrors } from '../sign-in.ts';

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
  const { field, failure, isBusy, submit } = useSignIn(props);
  const username = field('username');
  const { isEnded } = props.arrival;
  const information = stripTags(startupConfig().loginPageImportantInfoFragment);
  return (
    <PublicFrame
      title={t('login.title')}
      below={information === '' ? undefined : <p className={classes.information}>{information}</p>}
    >
      <FormStack
        label={t('login.title')}
        onSubmit={submit}
        actions={
          <Button type="submit" fullWidth loading={isBusy}>
            {t('login.sign_in')}
          </Button>
        }
      >
        <UsernameField
          {...username}
          onChange={(event) => {
            props.onTyping?.();
            username.onChange(event);
          }}
          isFocused
        />
        <PasswordField
          {...field('password')}
          label={t('login.password')}
          help={'\u00a0'}
          autoComplete="current-password"
        />
        {props.forgotLink}
        <div className={classes.message}>
          {failure !== undefined && <Notice kind="failed">{failure}</Notice>}
          {failure === undefined && isEnded === true && <Notice>{t('login.session_ended')}</Notice>}
        </div>
      </FormStack>
    </PublicFrame>
  );
}

function useSignIn({ arrival, onSignedIn, onMustChangePassword }: Props) {
  const { from, userId } = arrival;
  return usePublicForm({
    initial: { username: '', password: '' },
    validate: signInErrors,
    async send(values) {
      const username = values.username.trim();
      const result = await call(login, { body: { username, password: values.password } });
      if (mustChangePassword(result.lockedReason)) {
        await onMustChangePassword({ lockedReason: result.lockedReason, username, from });
        return;
      }
      const isAnotherUser = userId !== undefined && userId !== result.userId;
      const target =
        readCookie('loggedOut') === 'true' || isAnotherUser ? paths.home().to : inAppTarget(from);
      await beginSession(result);
      await onSignedIn(target);
    },
  });
}

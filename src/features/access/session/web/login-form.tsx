import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { lazyMount } from '#ui/overlay/lazy-mount.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { useButtonForm } from '#web/form/use-form.ts';
import { stripTags } from '#web/format/plain-text.ts';
import { paths } from '#web/paths.ts';
import { readCookie } from '#web/session/client-storage.ts';
import { inAppTarget } from '#web/session/in-app-target.ts';
import { beginSession } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { login } from '../endpoints.ts';
import type { LoginResult, NextStep } from '../schemas.ts';
import { PublicFrame } from '#features/access/sign-in/web/public-frame.tsx';
import classes from '#features/access/sign-in/web/public-frame.module.css';
import { usePublicForm } from '#features/access/sign-in/web/use-public-form.ts';
import { UsernameField } from '#features/access/sign-in/web/username-field.tsx';
import { mustChangePassword, signInErrors } from '#features/access/sign-in/sign-in.ts';

/** Why the sign-in screen opened, from its history entry. */
export interface SignInNavigation {
  /** The address that requires sign-in. */
  from?: unknown;
  /** A session ended, and whose it was. */
  isEnded?: unknown;
  userId?: unknown;
}

/** The steps after the password load when they are needed: the sign-in stays light (docs/decisions/0076). */
const SecondStep = lazyMount(
  async () => (await import('#features/access/sign-in/web/second-step.tsx')).SecondStep,
);
const SignOnStep = lazyMount(
  async () => (await import('#features/access/single-sign-on/web/sign-on-step.tsx')).SignOnStep,
);
const EnrolmentStep = lazyMount(
  async () => (await import('#features/access/sign-in/web/enrolment-step.tsx')).EnrolmentStep,
);

interface Props {
  navigation: SignInNavigation;
  onSignedIn: (target: string) => Promise<void>;
  onMustChangePassword: (state: object) => Promise<void>;
  forgotLink: ReactNode;
  /** The user began to type: the portal may be prefetched. */
  onTyping?: () => void;
}

/** The screen of /login, without a router: it loads before the rest of the portal (docs/decisions/0076). */
export function LoginForm(props: Props) {
  const { t } = useTranslation();
  const [step, setStep] = useState<NextStep>();
  const [signOn, setSignOn] = useState<SignOnChoice>();
  const onSignedIn = (result: LoginResult) => enter(props, result);
  const information = stripTags(startupConfig().loginPageImportantInfoFragment);
  const title = step
    ? t(step.next === 'enrolment' ? 'second_step.enrol_title' : 'second_step.title')
    : signOn && t('sign_on.title');
  return (
    <PublicFrame
      title={title ?? t('login.title')}
      below={information === '' ? undefined : <p className={classes.information}>{information}</p>}
    >
      {step === undefined && signOn === undefined && (
        <PasswordStep {...props} onStep={setStep} onSignOn={setSignOn} />
      )}
      {signOn !== undefined && (
        <SignOnStep
          isOpen
          {...signOn}
          to={targetPath(props.navigation)}
          onBack={() => setSignOn(undefined)}
        />
      )}
      {step?.next === 'second-factor' && (
        <SecondStep isOpen step={step} onSignedIn={onSignedIn} onBack={() => setStep(undefined)} />
      )}
      {step?.next === 'enrolment' && <EnrolmentStep isOpen onSignedIn={onSignedIn} />}
    </PublicFrame>
  );
}

interface SignOnChoice {
  email: string;
  /** The company requires single sign-on. */
  isRequired: boolean;
}

interface PasswordProps extends Props {
  onStep: (step: NextStep) => void;
  onSignOn: (choice: SignOnChoice) => void;
}

function PasswordStep(props: PasswordProps) {
  const { t } = useTranslation();
  const { field, values, failure, isBusy, submit } = usePasswordForm(props);
  const passkey = useButtonForm(async () => {
    const { passkeySignIn } = await import('./sign-in-with-passkey.ts');
    await enter(props, await passkeySignIn());
  });
  const username = field('username');
  const { isEnded } = props.navigation;
  const currentFailure = failure ?? passkey.failure;
  return (
    <FormStack
      label={t('login.title')}
      onSubmit={submit}
      actions={
        <SignInButtons
          isBusy={isBusy}
          passkey={passkey}
          onSignOn={() => props.onSignOn({ email: values.username.trim(), isRequired: false })}
        />
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
        <FailureNotice failure={currentFailure} />
        {currentFailure === undefined && isEnded === true && <Notice>{t('login.session_ended')}</Notice>}
      </div>
    </FormStack>
  );
}

/** Signs in with the password, or leads to the next step. */
const usePasswordForm = (props: PasswordProps) =>
  usePublicForm({
    initial: { username: '', password: '' },
    validate: signInErrors,
    async send(values) {
      const username = values.username.trim();
      const result = await call(login, { body: { username, password: values.password } }).catch(
        (error: unknown) => {
          if (!(error instanceof CallFailure) || error.code !== 'SINGLE_SIGN_ON_REQUIRED') throw error;
        },
      );
      if (!result) props.onSignOn({ email: username, isRequired: true });
      else if ('next' in result) props.onStep(result);
      else await enter(props, result);
    },
  });

interface ButtonsProps {
  /** The password is on its way. */
  isBusy: boolean;
  passkey: ReturnType<typeof useButtonForm>;
  onSignOn: () => void;
}

/** The ways to sign in: the password, a passkey, and the company's own provider. */
function SignInButtons({ isBusy, passkey, onSignOn }: ButtonsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.ways}>
      <Button type="submit" fullWidth loading={isBusy} disabled={passkey.isBusy}>
        {t('login.sign_in')}
      </Button>
      {typeof PublicKeyCredential === 'function' && (
        <Button
          variant="default"
          fullWidth
          loading={passkey.isBusy}
          disabled={isBusy}
          onClick={() => void passkey.submit()}
        >
          {t('login.passkey')}
        </Button>
      )}
      <Button variant="default" fullWidth disabled={isBusy || passkey.isBusy} onClick={onSignOn}>
        {t('login.single_sign_on')}
      </Button>
    </div>
  );
}

/** The address that the user requested, unless they have just signed out. */
const targetPath = ({ from }: SignInNavigation): string | undefined =>
  typeof from === 'string' && readCookie('loggedOut') !== 'true' ? from : undefined;

/** Opens the portal, or leads to a new password first. */
async function enter(
  { navigation: { from, userId }, onSignedIn, onMustChangePassword }: Props,
  result: LoginResult,
): Promise<void> {
  if (mustChangePassword(result.lockedReason)) {
    await onMustChangePassword({ lockedReason: result.lockedReason, username: result.userId, from });
    return;
  }
  const isAnotherUser = userId !== undefined && userId !== result.userId;
  const target = readCookie('loggedOut') === 'true' || isAnotherUser ? paths.home().to : inAppTarget(from);
  await beginSession(result);
  await onSignedIn(target);
}

import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { SignOnAgain } from '#features/access/single-sign-on/web/sign-on-again.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { paths } from '#web/paths.ts';
import { endSession, resumeSession, useIsSuspended, useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { login } from '../endpoints.ts';
import type { LoginResult, NextStep } from '../schemas.ts';
import { SecondStep } from '#features/access/sign-in/web/second-step.tsx';
import { mustChangePassword } from '#features/access/sign-in/sign-in.ts';
import { usePublicForm } from '#features/access/sign-in/web/use-public-form.ts';

/**
 * The session ended while a form had unsaved changes: the same user signs in again and continues. The page
 * stays mounted behind a cover (docs/decisions/0014).
 */
export function SignInAgainDialog() {
  const { t } = useTranslation();
  const isOpen = useIsSuspended();
  return (
    <Dialog isOpen={isOpen} onClose={() => {}} title={t('sign_in_again.title')} isLocked isCovering>
      {isOpen && <SignInAgainForm />}
    </Dialog>
  );
}

function SignInAgainForm() {
  const [step, setStep] = useState<NextStep>();
  const queries = useQueryClient();
  async function resume(result: LoginResult): Promise<void> {
    await resumeSession(result);
    // Repeats the requests that failed without a session. Everything else stays on screen.
    await queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  }
  return step === undefined ? (
    <PasswordAgain onResult={resume} onStep={setStep} />
  ) : (
    <SecondStep step={step} onSignedIn={resume} onBack={() => setStep(undefined)} />
  );
}

interface AgainProps {
  onResult: (result: LoginResult) => Promise<void>;
  onStep: (step: NextStep) => void;
}

function PasswordAgain({ onResult, onStep }: AgainProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const queries = useQueryClient();
  const { userId } = useSignedIn();
  const { field, failure, isBusy, submit } = usePublicForm({
    initial: { password: '' },
    validate: ({ password }) => (password === '' ? { password: 'validation.password_required' } : {}),
    async send({ password }) {
      const result = await call(login, { body: { username: userId, password } });
      if ('next' in result) {
        if (result.next === 'enrolment') throw new CallFailure(403, '', 'enrolment_required');
        onStep(result);
        return;
      }
      if (mustChangePassword(result.lockedReason)) throw new CallFailure(403, '', 'must_change_password');
      await onResult(result);
    },
  });
  async function leave(): Promise<void> {
    const from = router.state.location.href;
    endSession('expired');
    queries.clear();
    await router.navigate({ ...paths.login(), state: { from, userId } as object });
  }
  return (
    <FormStack
      label={t('sign_in_again.title')}
      onSubmit={submit}
      actions={
        <>
          <Button variant="default" onClick={leave} disabled={isBusy}>
            {t('sign_in_again.leave')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('login.sign_in')}
          </Button>
        </>
      }
    >
      <p>{t('sign_in_again.text')}</p>
      <FailureNotice failure={failure} />
      <TextField
        label={t('login.username')}
        name="username"
        autoComplete="username"
        readOnly
        value={userId}
      />
      <PasswordField
        {...field('password')}
        label={t('login.password')}
        autoComplete="current-password"
        data-autofocus
      />
      <SignOnAgain email={userId} onSignedIn={onResult} />
    </FormStack>
  );
}

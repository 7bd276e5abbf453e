import { Button } from '@mantine/core';
import { useState } from 'react';
import { CodeField } from '#features/access/second-factor/web/code-field.tsx';
import { signWithPasskey, hasPasskeys } from '#features/access/second-factor/web/browser-passkey.ts';
import classes from '#features/access/second-factor/web/second-factor.module.css';
import { type CodeErrors, codeErrors } from '#features/access/second-factor/code-form.ts';
import { CheckField } from '#ui/form/check-field.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { call } from '#web/call/call.ts';
import { useButtonForm, useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getPasskeyOptions, secondFactor } from '#features/access/session/endpoints.ts';
import type { LoginResult, NextStep } from '#features/access/session/schemas.ts';

interface Props {
  step: NextStep;
  onSignedIn: (result: LoginResult) => Promise<void>;
  /** Back to the password, also when the proof of the password has expired. */
  onBack: () => void;
}

/** After the password: a code of the app, a recovery code or a passkey. */
export function SecondStep({ step: { methods, deviceDays }, onSignedIn, onBack }: Props) {
  const { t } = useTranslation();
  const hasApp = methods.includes('totp');
  const hasPasskey = methods.includes('passkey') && hasPasskeys();
  const [isRecovery, setIsRecovery] = useState(!hasApp && !hasPasskey);
  const [isRemembered, setIsRemembered] = useState(false);
  const { form, passkey } = useSecondFactor(isRemembered, onSignedIn);
  const failure = form.failure ?? passkey.failure;
  const takesCode = hasApp || isRecovery;
  function changeMethod(): void {
    setIsRecovery(!isRecovery);
    form.change({ code: '' });
    form.hideErrors();
  }
  return (
    <div className={classes.stack}>
      <FormStack
        label={t('second_step.title')}
        onSubmit={takesCode ? form.submit : passkey.submit}
        actions={
          takesCode ? (
            <Button type="submit" fullWidth loading={form.isBusy} disabled={passkey.isBusy}>
              {t('second_step.continue')}
            </Button>
          ) : undefined
        }
      >
        {hasPasskey && !isRecovery && <PasskeyButton passkey={passkey} isOnlyMethod={!takesCode} />}
        {takesCode && (
          <CodeField key={String(isRecovery)} {...form.field('code')} isRecovery={isRecovery} isFocused />
        )}
        {deviceDays > 0 && (
          <CheckField
            label={t('second_step.remember', { count: deviceDays, number: deviceDays })}
            isChecked={isRemembered}
            onChange={setIsRemembered}
          />
        )}
        <FailureNotice failure={failure} />
      </FormStack>
      <div className="end-buttons">
        {(hasApp || hasPasskey) && (
          <Button variant="subtle" size="compact-sm" onClick={changeMethod}>
            {isRecovery ? t('second_step.other_way') : t('second_step.use_recovery')}
          </Button>
        )}
        <Button variant="subtle" size="compact-sm" onClick={onBack}>
          {t('expired_password.back')}
        </Button>
      </div>
    </div>
  );
}

/** The requests that send a code or a passkey. */
function useSecondFactor(isRemembered: boolean, onSignedIn: Props['onSignedIn']) {
  const remembering = isRemembered ? { rememberDevice: true } : {};
  const form = useForm<{ code: string }, CodeErrors>({
    initial: { code: '' },
    validate: codeErrors,
    async send({ code }) {
      await onSignedIn(await call(secondFactor, { body: { code: code.trim(), ...remembering } }));
    },
  });
  const passkey = useButtonForm(async () => {
    const options = await call(getPasskeyOptions, { body: { purpose: 'second-factor' } });
    const response = await signWithPasskey(options);
    await onSignedIn(await call(secondFactor, { body: { passkey: response, ...remembering } }));
  });
  return { form, passkey };
}

interface PasskeyProps {
  passkey: ReturnType<typeof useButtonForm>;
  /** Whether the method is the only one. It then submits the form. */
  isOnlyMethod: boolean;
}

function PasskeyButton({ passkey, isOnlyMethod }: PasskeyProps) {
  const { t } = useTranslation();
  return (
    <Button
      type={isOnlyMethod ? 'submit' : 'button'}
      variant={isOnlyMethod ? 'filled' : 'default'}
      fullWidth
      loading={passkey.isBusy}
      onClick={isOnlyMethod ? undefined : () => void passkey.submit()}
    >
      {t('login.passkey')}
    </Button>
  );
}

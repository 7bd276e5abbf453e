import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CodeField } from '#features/access/second-factor/web/code-field.tsx';
import { signWithPasskey } from '#features/access/second-factor/web/browser-passkey.ts';
import classes from '#features/access/second-factor/web/second-factor.module.css';
import { ConfirmSignOn } from '#features/access/single-sign-on/web/confirm-sign-on.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { call } from '#web/call/call.ts';
import type { StepUpQuestion } from '#web/call/step-up.ts';
import { type FormState, useButtonForm, useForm } from '#web/form/use-form.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getPasskeyOptions, stepUp } from '../endpoints.ts';

/** Asks the user to confirm that they are there; then the call is repeated (docs/domain.md#step-up). */
export function StepUpDialog({ question }: { question?: StepUpQuestion }) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={question !== undefined}
      onClose={() => question?.close(false)}
      title={t('step_up.title')}
      isStatic
      isOnTop
    >
      {question !== undefined && <Proof question={question} />}
    </Dialog>
  );
}

interface ProofProps {
  question: StepUpQuestion;
}

/** The methods of the user: single sign-on, none yet, or one of several. */
function Proof({ question }: ProofProps) {
  const { methods, close } = question;
  if (methods.includes('single-sign-on')) return <ConfirmSignOn onClose={close} />;
  return methods.length === 0 ? <NoFactor close={close} /> : <StepUpForm question={question} />;
}

function NoFactor({ close }: Pick<StepUpQuestion, 'close'>) {
  const { t } = useTranslation();
  return (
    <div className={classes.stack}>
      <p>{t('step_up.no_factor')}</p>
      <div className="end-buttons">
        <CancelButton onCancel={() => close(false)} />
        <Link {...paths.mySecurity()} onClick={() => close(false)}>
          {t('screen.mySecurity')}
        </Link>
      </div>
    </div>
  );
}

function CancelButton({ isDisabled = false, onCancel }: { isDisabled?: boolean; onCancel: () => void }) {
  const texts = useUiTexts();
  return (
    <Button variant="default" onClick={onCancel} disabled={isDisabled}>
      {texts.cancel}
    </Button>
  );
}

function StepUpForm({ question }: ProofProps) {
  const { t } = useTranslation();
  const { method, others: otherMethods, choose, hasPasskey, form, passkey } = useStepUp(question);
  const failure = form.failure ?? passkey.failure;
  return (
    <FormStack
      label={t('step_up.title')}
      onSubmit={method === undefined ? passkey.submit : form.submit}
      actions={
        <>
          <CancelButton isDisabled={form.isBusy} onCancel={() => question.close(false)} />
          {method !== undefined && (
            <Button type="submit" loading={form.isBusy} disabled={passkey.isBusy}>
              {t('step_up.confirm')}
            </Button>
          )}
        </>
      }
    >
      <p>{t('step_up.text')}</p>
      {hasPasskey && (
        <Button
          variant={method === undefined ? 'filled' : 'default'}
          loading={passkey.isBusy}
          onClick={() => void passkey.submit()}
          data-autofocus={method === undefined || undefined}
        >
          {t('login.passkey')}
        </Button>
      )}
      {method !== undefined && <MethodField key={method} method={method} form={form} />}
      <FailureNotice failure={failure} />
      {otherMethods.length > 0 && <OtherMethods choices={otherMethods} onChoose={choose} />}
    </FormStack>
  );
}

type Method = 'totp' | 'recovery-code' | 'password';
interface TypedProof {
  text: string;
}
interface MissingProof {
  text?: Method;
}

/** The chosen way and the others, and the requests that send a typed proof or a passkey. */
function useStepUp({ methods, close }: StepUpQuestion) {
  const { t } = useTranslation();
  const choices = (['totp', 'password', 'recovery-code'] as const).filter((method) =>
    methods.includes(method),
  );
  const hasPasskey = methods.includes('passkey');
  // A passkey is the easiest way, so a recovery code is not offered at first.
  const [method, setMethod] = useState<Method | undefined>(
    hasPasskey && choices[0] === 'recovery-code' ? undefined : choices[0],
  );
  const form = useForm<TypedProof, MissingProof>({
    initial: { text: '' },
    validate: ({ text }) => (text.trim() === '' && method !== undefined ? { text: method } : {}),
    errorText: (missing) =>
      t(missing === 'password' ? 'validation.password_required' : 'factor.code_required'),
    async send({ text }) {
      await call(stepUp, { body: method === 'password' ? { password: text } : { code: text.trim() } });
      close(true);
    },
  });
  const passkey = useButtonForm(async () => {
    const options = await call(getPasskeyOptions, { body: { purpose: 'step-up' } });
    await call(stepUp, { body: { passkey: await signWithPasskey(options) } });
    close(true);
  });
  const choose = (next: Method): void => {
    setMethod(next);
    form.change({ text: '' });
    form.hideErrors();
  };
  return { method, others: choices.filter((choice) => choice !== method), choose, hasPasskey, form, passkey };
}

interface MethodProps {
  method: Method;
  form: FormState<TypedProof, MissingProof>;
}

function MethodField({ method, form }: MethodProps) {
  const { t } = useTranslation();
  return method === 'password' ? (
    <PasswordField
      {...form.field('text')}
      label={t('login.password')}
      autoComplete="current-password"
      data-autofocus
    />
  ) : (
    <CodeField {...form.field('text')} isRecovery={method === 'recovery-code'} data-autofocus />
  );
}

function OtherMethods({
  choices,
  onChoose,
}: {
  choices: readonly Method[];
  onChoose: (method: Method) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="end-buttons">
      {choices.map((method) => (
        <Button key={method} variant="subtle" size="compact-sm" onClick={() => onChoose(method)}>
          {t(`step_up.way.${method}`)}
        </Button>
      ))}
    </div>
  );
}

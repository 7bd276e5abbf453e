import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CodeField } from '#features/second-factor/web/code-field.tsx';
import { answerWithPasskey } from '#features/second-factor/web/browser-passkey.ts';
import classes from '#features/second-factor/web/second-factor.module.css';
import { ConfirmSignOn } from '#features/single-sign-on/web/confirm-sign-on.tsx';
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

/** Escape in a field must not close a dialog below this one and lose its content. */
const keepEscape = { 'data-mantine-stop-propagation': true };

/** Asks the user to confirm that they are there; then the call is repeated (docs/domain.md#step-up). */
export function StepUpDialog({ question }: { question?: StepUpQuestion | undefined }) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={question !== undefined} onClose={() => {}} title={t('step_up.title')} isStatic isOnTop>
      {question !== undefined && <Proof question={question} />}
    </Dialog>
  );
}

interface ProofProps {
  question: StepUpQuestion;
}

/** What the user can prove: a single sign-on, nothing yet, or one of several ways. */
function Proof({ question }: ProofProps) {
  const { methods, answer } = question;
  if (methods.includes('single-sign-on')) return <ConfirmSignOn answer={answer} />;
  return methods.length === 0 ? <NoFactor answer={answer} /> : <StepUpForm question={question} />;
}

function NoFactor({ answer }: Pick<StepUpQuestion, 'answer'>) {
  const { t } = useTranslation();
  return (
    <div className={classes.stack}>
      <p>{t('step_up.no_factor')}</p>
      <div className="end-buttons">
        <CancelButton onCancel={() => answer(false)} />
        <Link {...paths.mySecurity()} onClick={() => answer(false)}>
          {t('screen.mySecurity')}
        </Link>
      </div>
    </div>
  );
}

function CancelButton({ isDisabled = false, onCancel }: { isDisabled?: boolean; onCancel: () => void }) {
  const texts = useUiTexts();
  return (
    <Button variant="default" onClick={onCancel} disabled={isDisabled} {...keepEscape}>
      {texts.cancel}
    </Button>
  );
}

function StepUpForm({ question }: ProofProps) {
  const { t } = useTranslation();
  const { way, others, choose, hasPasskey, form, passkey } = useStepUp(question);
  const failure = form.failure ?? passkey.failure;
  return (
    <FormStack
      label={t('step_up.title')}
      onSubmit={way === undefined ? passkey.submit : form.submit}
      actions={
        <>
          <CancelButton isDisabled={form.isBusy} onCancel={() => question.answer(false)} />
          {way !== undefined && (
            <Button type="submit" loading={form.isBusy} disabled={passkey.isBusy} {...keepEscape}>
              {t('step_up.confirm')}
            </Button>
          )}
        </>
      }
    >
      <p>{t('step_up.text')}</p>
      {hasPasskey && (
        <Button
          variant={way === undefined ? 'filled' : 'default'}
          loading={passkey.isBusy}
          onClick={() => void passkey.submit()}
          data-autofocus={way === undefined || undefined}
          {...keepEscape}
        >
          {t('login.passkey')}
        </Button>
      )}
      {way !== undefined && <WayField key={way} way={way} form={form} />}
      <FailureNotice failure={failure} />
      {others.length > 0 && <OtherWays ways={others} onChoose={choose} />}
    </FormStack>
  );
}

type Way = 'totp' | 'recovery-code' | 'password';
interface TypedProof {
  text: string;
}
interface MissingProof {
  text?: Way;
}

/** The chosen way and the others, and the requests that send a typed proof or a passkey. */
function useStepUp({ methods, answer }: StepUpQuestion) {
  const { t } = useTranslation();
  const ways = (['totp', 'password', 'recovery-code'] as const).filter((way) => methods.includes(way));
  const hasPasskey = methods.includes('passkey');
  // A passkey is the easiest way, so a recovery code is not offered at first.
  const [way, setWay] = useState<Way | undefined>(
    hasPasskey && ways[0] === 'recovery-code' ? undefined : ways[0],
  );
  const form = useForm<TypedProof, MissingProof>({
    initial: { text: '' },
    validate: ({ text }) => (text.trim() === '' && way !== undefined ? { text: way } : {}),
    errorText: (wrong) => t(wrong === 'password' ? 'validation.password_required' : 'factor.code_required'),
    async send({ text }) {
      await call(stepUp, { body: way === 'password' ? { password: text } : { code: text.trim() } });
      answer(true);
    },
  });
  const passkey = useButtonForm(async () => {
    const options = await call(getPasskeyOptions, { body: { purpose: 'step-up' } });
    await call(stepUp, { body: { passkey: await answerWithPasskey(options) } });
    answer(true);
  });
  const choose = (next: Way): void => {
    setWay(next);
    form.change({ text: '' });
    form.hideErrors();
  };
  return { way, others: ways.filter((one) => one !== way), choose, hasPasskey, form, passkey };
}

interface WayProps {
  way: Way;
  form: FormState<TypedProof, MissingProof>;
}

function WayField({ way, form }: WayProps) {
  const { t } = useTranslation();
  return way === 'password' ? (
    <PasswordField
      {...form.field('text')}
      label={t('login.password')}
      autoComplete="current-password"
      data-autofocus
      {...keepEscape}
    />
  ) : (
    <CodeField {...form.field('text')} isRecovery={way === 'recovery-code'} data-autofocus {...keepEscape} />
  );
}

function OtherWays({ ways, onChoose }: { ways: readonly Way[]; onChoose: (way: Way) => void }) {
  const { t } = useTranslation();
  return (
    <div className="end-buttons">
      {ways.map((way) => (
        <Button key={way} variant="subtle" size="compact-sm" onClick={() => onChoose(way)} {...keepEscape}>
          {t(`step_up.way.${way}`)}
        </Button>
      ))}
    </div>
  );
}

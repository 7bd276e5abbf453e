import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CodeField } from '#features/second-factor/web/code-field.tsx';
import { answerWithPasskey } from '#features/second-factor/web/browser-passkey.ts';
import classes from '#features/second-factor/web/second-factor.module.css';
import { ConfirmSignOn } from '#features/single-sign-on/web/confirm-sign-on.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { call } from '#web/call/call.ts';
import type { StepUpQuestion } from '#web/call/step-up.ts';
import { useForm } from '#web/form/use-form.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getPasskeyOptions, stepUp } from '../endpoints.ts';

/** Escape in a field must not close a dialog below this one and lose its content. */
const keepEscape = { 'data-mantine-stop-propagation': true };

/** Asks the user to confirm that they are there; then the call that asked is repeated (docs/domain.md#step-up). */
export function StepUpDialog({ question }: { question?: StepUpQuestion | undefined }) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={question !== undefined} onClose={() => {}} title={t('step_up.title')} isStatic isOnTop>
      {question !== undefined && <StepUpForm question={question} />}
    </Dialog>
  );
}

type Way = 'totp' | 'recovery-code' | 'password';

function StepUpForm({ question: { methods, answer } }: { question: StepUpQuestion }) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const ways = (['totp', 'password', 'recovery-code'] as const).filter((way) => methods.includes(way));
  const hasPasskey = methods.includes('passkey');
  // A passkey is the easiest way, so a recovery code is not offered at first.
  const [way, setWay] = useState<Way | undefined>(
    hasPasskey && ways[0] === 'recovery-code' ? undefined : ways[0],
  );
  const form = useForm<{ text: string }, { text?: Way }>({
    initial: { text: '' },
    validate: ({ text }) => (text.trim() === '' && way !== undefined ? { text: way } : {}),
    errorText: (wrong) => t(wrong === 'password' ? 'validation.password_required' : 'factor.code_required'),
    async send({ text }) {
      await call(stepUp, { body: way === 'password' ? { password: text } : { code: text.trim() } });
      answer(true);
    },
  });
  const passkey = useForm<object, object>({
    initial: {},
    validate: () => ({}),
    async send() {
      const options = await call(getPasskeyOptions, { body: { purpose: 'step-up' } });
      await call(stepUp, { body: { passkey: await answerWithPasskey(options) } });
      answer(true);
    },
  });
  const failure = form.failure ?? passkey.failure;
  const others = ways.filter((one) => one !== way);
  const cancel = (
    <Button variant="default" onClick={() => answer(false)} disabled={form.isBusy} {...keepEscape}>
      {texts.cancel}
    </Button>
  );
  if (methods.includes('single-sign-on')) return <ConfirmSignOn answer={answer} />;
  if (methods.length === 0) {
    return (
      <div className={classes.stack}>
        <p>{t('step_up.no_factor')}</p>
        <div className={classes.buttons}>
          {cancel}
          <Link {...paths.mySecurity()} onClick={() => answer(false)}>
            {t('screen.mySecurity')}
          </Link>
        </div>
      </div>
    );
  }
  return (
    <FormStack
      label={t('step_up.title')}
      onSubmit={way === undefined ? passkey.submit : form.submit}
      actions={
        <>
          {cancel}
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
      {way === 'password' && (
        <PasswordField
          {...form.field('text')}
          label={t('login.password')}
          autoComplete="current-password"
          data-autofocus
          {...keepEscape}
        />
      )}
      {(way === 'totp' || way === 'recovery-code') && (
        <CodeField
          key={way}
          {...form.field('text')}
          isRecovery={way === 'recovery-code'}
          data-autofocus
          {...keepEscape}
        />
      )}
      {failure !== undefined && <Notice kind="failed">{failure}</Notice>}
      {others.length > 0 && (
        <div className={classes.buttons}>
          {others.map((other) => (
            <Button
              key={other}
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                setWay(other);
                form.change({ text: '' });
                form.hideErrors();
              }}
              {...keepEscape}
            >
              {t(`step_up.way.${other}`)}
            </Button>
          ))}
        </div>
      )}
    </FormStack>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { call } from '#web/call/call.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/unsaved-guard.tsx';
import { changePassword } from '../endpoints.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { usePublicSubmit } from './use-public-submit.ts';
import { useNewPassword } from './use-new-password.ts';

interface Props {
  username: string;
  label: string;
  onChanged: () => Promise<void> | void;
}

/** Sets a new password with the current one. Errors appear at their field (docs/domain.md#passwords). */
export function PasswordChangeForm({ username, label, onChanged }: Props) {
  const { t } = useTranslation();
  const [current, setCurrent] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const password = useNewPassword(username);
  const { failure, isBusy, submit } = usePublicSubmit();
  const [sent, setSent] = useState({ current: '', candidate: '' });
  const isAboutCurrent = failure === 'incorrect_credentials';
  const isAboutNew = failure === 'password_invalid_history' || failure === 'password_not_good';

  async function save(): Promise<void> {
    setIsTried(true);
    if (current === '') return;
    await submit(async () => {
      if (!(await password.settle())) return;
      setSent({ current, candidate: password.candidate });
      await call(changePassword, {
        body: { username, password: current, newPassword: password.candidate },
      });
      setIsDone(true);
      await onChanged();
    });
  }
  // A rejection holds for the rejected text only.
  const currentError =
    isAboutCurrent && sent.current === current
      ? t('password.current_wrong')
      : isTried && current === ''
        ? t('validation.password_required')
        : undefined;
  return (
    <FormStack
      label={label}
      onSubmit={save}
      actions={
        <Button type="submit" fullWidth loading={isBusy}>
          {t('password.save')}
        </Button>
      }
    >
      <UnsavedGuard isDirty={!isDone && (current !== '' || password.candidate !== '')} />
      {failure != null && !isAboutCurrent && !isAboutNew && (
        <Notice kind="failed">{errorText(failure)}</Notice>
      )}
      <PasswordField
        label={t('password.current')}
        name="password"
        autoComplete="current-password"
        value={current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
        error={currentError}
      />
      <NewPasswordFields
        password={password}
        username={username}
        error={isAboutNew && sent.candidate === password.candidate ? errorText(failure) : undefined}
        isTried={isTried}
      />
    </FormStack>
  );
}

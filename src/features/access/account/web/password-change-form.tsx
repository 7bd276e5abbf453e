import { Button } from '@mantine/core';
import { useState } from 'react';
import { usePublicForm } from '#features/access/sign-in/web/use-public-form.ts';
import { FormStack } from '#ui/form/form-stack.tsx';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { call } from '#web/call/call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { changePassword } from '../endpoints.ts';
import { findNewPasswordErrors, newPasswordRefusals } from '../new-password-form.ts';
import { NewPasswordFields, usePasswordCheck } from './new-password-fields.tsx';

interface Props {
  username: string;
  label: string;
  /** With the footer of a page. Before sign-in the button is as wide as the form. */
  isInShell?: boolean;
  onChanged: () => Promise<void> | void;
}

const empty = { current: '', candidate: '', confirmation: '' };

/** Sets a new password with the current one. Errors appear at their field (docs/domain.md#passwords). */
export function PasswordChangeForm({ username, label, isInShell = false, onChanged }: Props) {
  const { t } = useTranslation();
  const [isChanged, setIsChanged] = useState(false);
  const form = usePublicForm({
    initial: empty,
    validate: (values): Partial<Record<keyof typeof empty, string>> => ({
      ...findNewPasswordErrors(values),
      ...(values.current === '' && { current: 'validation.password_required' }),
    }),
    refusals: { ...newPasswordRefusals, incorrect_credentials: { current: 'password.current_wrong' } },
    async send({ current, candidate }) {
      if (!(await check.settle())) return;
      await call(changePassword, { body: { username, password: current, newPassword: candidate } });
      setIsChanged(true);
      await onChanged();
    },
  });
  const { values, field, failure } = form;
  const check = usePasswordCheck(username, values);
  return (
    <FormStack
      label={label}
      onSubmit={form.submit}
      actions={
        isInShell ? undefined : (
          <Button type="submit" fullWidth loading={form.isBusy}>
            {t('password.save')}
          </Button>
        )
      }
    >
      <UnsavedGuard isDirty={!isChanged && (values.current !== '' || values.candidate !== '')} />
      <FailureNotice failure={failure} />
      <PasswordField
        {...field('current')}
        label={t('password.current')}
        name="password"
        autoComplete="current-password"
      />
      <NewPasswordFields form={form} check={check} username={username} />
      {isInShell && (
        <FormFooter>
          <Button type="submit" loading={form.isBusy}>
            {t('password.save')}
          </Button>
        </FormFooter>
      )}
    </FormStack>
  );
}

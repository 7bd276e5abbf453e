import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isEmailLike } from '#shared/patterns.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { usePathPart } from '#web/address.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { paths } from '#web/paths.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { createFirstAdministrator, getInitiation } from '../endpoints.ts';
import { failedPasswordChecks } from '../password-policy.ts';
import { PublicFrame } from './public-frame.tsx';

const empty = { organisationName: '', firstName: '', lastName: '', username: '', password: '' };
type Field = keyof typeof empty;

/** /setup/{token}: a new installation makes its first administrator. */
export function SetupScreen() {
  const { t } = useTranslation();
  const { field, failure, isBusy, create } = useSetup();
  return (
    <PublicFrame title={t('setup.title')}>
      <p>{t('setup.text')}</p>
      <FormStack
        label={t('setup.title')}
        onSubmit={create}
        actions={
          <Button type="submit" fullWidth loading={isBusy}>
            {t('setup.create')}
          </Button>
        }
      >
        {failure != null && <Notice kind="failed">{errorText(failure)}</Notice>}
        <TextField
          label={t('setup.organisation')}
          autoComplete="organization"
          {...field('organisationName')}
        />
        <TextField label={t('setup.first_name')} autoComplete="given-name" {...field('firstName')} />
        <TextField label={t('setup.last_name')} autoComplete="family-name" {...field('lastName')} />
        <TextField
          label={t('setup.username')}
          help={t('setup.username_help')}
          type="email"
          autoComplete="username"
          {...field('username')}
        />
        <PasswordField
          label={t('setup.password')}
          help={t('setup.check.LENGTH')}
          autoComplete="new-password"
          {...field('password')}
        />
      </FormStack>
    </PublicFrame>
  );
}

function useSetup() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const token = usePathPart('token');
  const [form, setForm] = useState(empty);
  const [isTried, setIsTried] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    call(getInitiation).catch(() => setFailure('server_not_available'));
  }, []);

  function error(field: Field): string | undefined {
    if (form[field].trim() === '') return t(`setup.required.${field}`);
    if (field === 'username' && !isEmailLike(form.username)) return t('validation.username_email');
    const [check] = field === 'password' ? failedPasswordChecks(form.password, form.username) : [];
    return check && t(`setup.check.${check}`);
  }
  return {
    failure,
    isBusy,
    async create(): Promise<void> {
      setIsTried(true);
      if (isBusy || (Object.keys(empty) as Field[]).some((name) => error(name))) return;
      setIsBusy(true);
      setFailure(undefined);
      try {
        await call(createFirstAdministrator, { path: { token }, body: form });
        await navigate(paths.login());
      } catch (cause) {
        setFailure(cause instanceof CallFailure ? cause.message : 'internal_server_error');
      } finally {
        setIsBusy(false);
      }
    },
    /** Props of the input of a field. */
    field: (name: Field) => ({
      name,
      value: form[name],
      onChange: (event: { currentTarget: { value: string } }) => {
        const { value } = event.currentTarget;
        setForm((before) => ({ ...before, [name]: value }));
      },
      error: isTried ? error(name) : undefined,
    }),
  };
}

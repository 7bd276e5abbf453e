import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { isEmailLike } from '#shared/patterns.ts';
import { FormStack } from '#ui/form/form-stack.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { usePathPart } from '#web/address.ts';
import { call } from '#web/call/call.ts';
import { paths } from '#web/paths.ts';
import { beginSession } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { createFirstAdministrator, login } from '../endpoints.ts';
import { checkRule, failedPasswordChecks } from '../password-policy.ts';
import { PasswordRules } from './password-rules.tsx';
import { PublicFrame } from '#features/access/sign-in/web/public-frame.tsx';
import { usePublicForm } from '#features/access/sign-in/web/use-public-form.ts';

const empty = { organisationName: '', firstName: '', lastName: '', username: '', password: '' };
type Field = keyof typeof empty;

/** /setup/{token}: a new installation makes its first administrator. */
export function SetupScreen() {
  const { t } = useTranslation();
  const { values, field, failure, isBusy, submit } = useSetup();
  return (
    <PublicFrame title={t('setup.title')}>
      <p>{t('setup.text')}</p>
      <FormStack
        label={t('setup.title')}
        onSubmit={submit}
        actions={
          <Button type="submit" fullWidth loading={isBusy}>
            {t('setup.create')}
          </Button>
        }
      >
        <FailureNotice failure={failure} />
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
        <PasswordField label={t('setup.password')} autoComplete="new-password" {...field('password')} />
        <PasswordRules stateOf={(id) => checkRule(id, values.password, values.username, passwordLength())} />
      </FormStack>
    </PublicFrame>
  );
}

function useSetup() {
  const navigate = useNavigate();
  const token = usePathPart('token');
  const { t } = useTranslation();
  return usePublicForm({
    initial: empty,
    validate: setupErrors,
    errorText: (key) => t(key, passwordLength()),
    async send(body) {
      await call(createFirstAdministrator, { path: { token }, body });
      const { username, password } = body;
      const result = await call(login, { body: { username: username.trim(), password } });
      // A new user has no second factor.
      if ('next' in result) return navigate(paths.login());
      await beginSession(result);
      await navigate(paths.home());
    },
  });
}

function passwordLength(): { min: number; max: number } {
  const { passwordMinLength: min, passwordMaxLength: max } = startupConfig();
  return { min, max };
}

/** The errors as the keys of their texts. */
function setupErrors(form: typeof empty): Partial<Record<Field, string>> {
  const errors: Partial<Record<Field, string>> = {};
  const failed = failedPasswordChecks(form.password, form.username, passwordLength());
  if (failed.length > 0) errors.password = 'password.keep_rules';
  if (!isEmailLike(form.username)) errors.username = 'validation.username_email';
  for (const field of Object.keys(empty) as Field[])
    if (form[field].trim() === '')
      errors[field] = `setup.required.${field === 'organisationName' ? 'organisation' : field}`;
  return errors;
}

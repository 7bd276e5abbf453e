import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isEmailLike } from '#shared/patterns.ts';
import { FormStack } from '#ui/form/form-stack.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { RadioField } from '#ui/form/radio-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { usePathPart } from '#web/address.ts';
import { call } from '#web/call/call.ts';
import { paths } from '#web/paths.ts';
import { beginSession } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { login } from '#features/access/session/endpoints.ts';
import { checkRule, failedPasswordChecks } from '#features/access/session/password-policy.ts';
import { PasswordRules } from '#features/access/session/web/password-rules.tsx';
import { PublicFrame } from '#features/access/sign-in/web/public-frame.tsx';
import { usePublicForm } from '#features/access/sign-in/web/use-public-form.ts';
import {
  type BusinessErrors,
  type BusinessForm,
  businessErrors,
  newBusinessForm,
  toBusiness,
} from '../business-form.ts';
import { createFirstAdministrator } from '../endpoints.ts';
import { BusinessFields } from './business-fields.tsx';

const kinds = ['business', 'provider'] as const;
type Kind = (typeof kinds)[number];

interface Form extends BusinessForm {
  kind: Kind;
  organisationName: string;
  firstName: string;
  lastName: string;
  username: string;
  password: string;
}
const requiredFields = ['organisationName', 'firstName', 'lastName', 'username', 'password'] as const;
type Errors = BusinessErrors & Partial<Record<(typeof requiredFields)[number], string>>;

/** /setup/{token}: the first administrator of a new system and, for a single business, everything that a payment needs. */
export function SetupScreen() {
  const { t } = useTranslation();
  const { values, field, error, change, failure, isBusy, submit } = useSetup();
  const { kind } = values;
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
        <RadioField
          label={t('setup.kind')}
          help={t(`setup.kind_help.${kind}`)}
          choices={kinds.map((value) => ({ value, label: t(`setup.kinds.${value}`) }))}
          value={kind}
          onChange={(value) => change({ kind: kinds.find((known) => known === value) ?? 'business' })}
        />
        <TextField
          label={t(kind === 'business' ? 'setup.organisation' : 'setup.provider')}
          autoComplete="organization"
          {...field('organisationName')}
        />
        {kind === 'business' && <BusinessFields values={values} error={error} onChange={change} />}
        <div className="pair">
          <TextField label={t('setup.first_name')} autoComplete="given-name" {...field('firstName')} />
          <TextField label={t('setup.last_name')} autoComplete="family-name" {...field('lastName')} />
        </div>
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
  const [zone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [initial] = useState<Form>(() => ({
    kind: 'business',
    organisationName: '',
    ...newBusinessForm(zone, navigator.language),
    firstName: '',
    lastName: '',
    username: '',
    password: '',
  }));
  return usePublicForm<Form, Errors>({
    initial,
    validate: setupErrors,
    errorText: (key) => t(key, passwordLength()),
    async send({ kind, country, currency, mcc, ...administrator }) {
      const business = kind === 'business' ? toBusiness({ country, currency, mcc }, zone) : undefined;
      await call(createFirstAdministrator, { path: { token }, body: { ...administrator, business } });
      const { username, password } = administrator;
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
function setupErrors(form: Form): Errors {
  const errors: Errors = form.kind === 'business' ? businessErrors(form) : {};
  const failed = failedPasswordChecks(form.password, form.username, passwordLength());
  if (failed.length > 0) errors.password = 'password.keep_rules';
  if (!isEmailLike(form.username)) errors.username = 'validation.username_email';
  for (const field of requiredFields)
    if (form[field].trim() === '')
      errors[field] = `setup.required.${field === 'organisationName' ? 'organisation' : field}`;
  return errors;
}

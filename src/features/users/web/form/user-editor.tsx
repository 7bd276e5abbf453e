import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { Section } from '#ui/layout/section.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { useForm } from '#web/form/use-form.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { releaseUnsavedForms } from '#web/unsaved-forms.ts';
import { UnsavedGuard } from '#web/unsaved-guard.tsx';
import type { OrganisationUnit } from '../../schemas.ts';
import { type NameField, type UserForm, isSameUserForm, userErrors, maxLength } from '../../user-form.ts';
import { GrantSummary } from './grant-summary.tsx';
import { grantLines } from './grant-lines.ts';
import { saveDraft } from './draft-store.ts';
import { MembershipField } from './membership-field.tsx';
import { RoleSelector } from './role-selector.tsx';
import classes from './user-form.module.css';
import type { UserEditContext } from '../use-user-edit-context.ts';

interface Props {
  label: string;
  /** The key of the saved draft after a failure. */
  formKey: string;
  /** The saved values, or empty ones. */
  base: UserForm;
  initial: UserForm;
  work: UserEditContext;
  /** Possible organisations. With fewer than two there is nothing to select. */
  places: readonly OrganisationUnit[];
  saveLabel: string;
  /** A new user can be saved when complete, an existing one only after a change (docs/domain.md#users). */
  isNew: boolean;
  notice?: ReactNode;
  onSave: (form: UserForm) => Promise<void>;
  onConflict?: (form: UserForm) => void;
  onCancel: () => void;
}

/** The form of a new or an existing user. A failure keeps what was typed. */
export function UserEditor(props: Props) {
  const { base, work } = props;
  const { t } = useTranslation();
  const form = useUserForm(props);
  const { values, change, failure, isBusy } = form;
  const isSame = isSameUserForm(values, base);
  const membership = work.units.find(({ id }) => id === values.organisationId);
  const lines = useMemo(() => grantLines(values.roles, work.roles, work.units), [values.roles, work]);
  return (
    <FormStack
      label={props.label}
      onSubmit={async () => {
        if (props.isNew || !isSame) await form.submit();
      }}
    >
      <UnsavedGuard isDirty={!isSame} />
      {props.notice}
      {failure !== undefined && <Notice kind="failed">{failure}</Notice>}
      <div className={classes.layout}>
        <div className={classes.main}>
          <Section title={t('users.profile')}>
            <UserFields form={form} />
            <MembershipField form={values} work={work} places={props.places} onChange={change} />
          </Section>
          <Section title={t('users.roles.title')}>
            <p className={classes.why}>{t('users.roles.help')}</p>
            <RoleSelector
              work={work}
              membership={membership}
              roles={values.roles}
              onChange={(roles) => change({ roles })}
            />
          </Section>
        </div>
        <div className={classes.aside}>
          <Section title={t('users.roles.summary')}>
            <GrantSummary lines={lines} />
          </Section>
        </div>
      </div>
      <FormFooter note={isSame && !props.isNew ? t('users.form.unchanged') : undefined}>
        <Button variant="default" onClick={props.onCancel} disabled={isBusy}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={isSame && !props.isNew}>
          {props.saveLabel}
        </Button>
      </FormFooter>
    </FormStack>
  );
}

/** The form shows SCIM05 and SCIM12, a dialog SCIM11, the error page the rest (docs/domain.md#users). */
function useUserForm({ initial, formKey, onSave, onConflict }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useForm({
    initial,
    validate: userErrors,
    errorText: (error, field: NameField) =>
      error === 'taken'
        ? t('users.form.taken')
        : t(`users.form.wrong.${field}.${error}`, { longest: maxLength[field] }),
    refusals: { SCIM05: { userName: 'taken' } },
    async send(values) {
      try {
        await onSave(values);
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        const { status, code } = error;
        if (code === 'SCIM11' && onConflict != null) onConflict(values);
        else if (status === 0 || code === 'SCIM05' || code === 'SCIM12') throw error;
        // The shell handles an ended session and a page of another version.
        else if (status !== 401 && code !== 'E152') {
          saveDraft(formKey, values);
          releaseUnsavedForms();
          void navigate(paths.error(status));
        }
      }
    },
  });
}

/** Names, username and status of a user. */
function UserFields({ form }: { form: ReturnType<typeof useUserForm> }) {
  const { t } = useTranslation();
  const field = (name: NameField) => ({
    ...form.field(name),
    label: t(`users.column.${name}`),
    help: t(`users.form.help.${name}`),
    required: true,
    withAsterisk: false,
    maxLength: maxLength[name] + 20,
    spellCheck: false,
  });
  return (
    <div className={classes.fields}>
      <TextField {...field('firstName')} autoComplete="off" />
      <TextField {...field('lastName')} autoComplete="off" />
      <div className={classes.wide}>
        <TextField {...field('userName')} type="email" inputMode="email" autoComplete="off" />
      </div>
      <div className={classes.wide}>
        <CheckField
          label={t('users.form.active')}
          description={t('users.form.active_help')}
          isChecked={form.values.active}
          onChange={(active) => form.change({ active })}
        />
      </div>
    </div>
  );
}

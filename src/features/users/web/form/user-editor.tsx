import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { Section } from '#ui/layout/section.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { paths } from '#web/paths.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { releaseUnsavedForms } from '#web/unsaved-forms.ts';
import { UnsavedGuard } from '#web/unsaved-guard.tsx';
import type { OrganisationUnit } from '../../schemas.ts';
import {
  type NameField,
  type UserForm,
  isComplete,
  isSameUserForm,
  nameFields,
  validateName,
  maxLength,
} from '../../user-form.ts';
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
  const { form, change, shown, show, failure, isBusy, isSame, save } = useUserForm(props);
  const membership = work.units.find(({ id }) => id === form.organisationId);
  const lines = useMemo(() => grantLines(form.roles, work.roles, work.units), [form.roles, work]);
  const isTaken = failure?.code === 'SCIM05';
  return (
    <FormStack label={props.label} onSubmit={save}>
      <UnsavedGuard isDirty={!isSame} />
      {props.notice}
      {failure != null && !isTaken && <Notice kind="failed">{errorText(failure.message)}</Notice>}
      <div className={classes.layout}>
        <div className={classes.main}>
          <Section title={t('users.profile')}>
            <UserFields
              form={form}
              onChange={change}
              shown={shown}
              onLeave={(field) => {
                if (form[field].trim() !== base[field].trim()) show(field);
              }}
              isNameTaken={isTaken}
            />
            <MembershipField form={form} work={work} places={props.places} onChange={change} />
          </Section>
          <Section title={t('users.roles.title')}>
            <p className={classes.why}>{t('users.roles.help')}</p>
            <RoleSelector
              work={work}
              membership={membership}
              roles={form.roles}
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

function useUserForm({ initial, base, isNew, formKey, onSave, onConflict }: Props) {
  const navigate = useNavigate();
  const [form, setForm] = useState(initial);
  const [shown, setShown] = useState<ReadonlySet<NameField>>(new Set());
  const [failure, setFailure] = useState<{ code: string; message: string }>();
  const [isBusy, setIsBusy] = useState(false);
  const isSame = isSameUserForm(form, base);

  /**
   * The form shows SCIM05 and SCIM12, a dialog SCIM11, the error page the rest (docs/domain.md#users).
   */
  function fail({ status, code, message }: CallFailure): void {
    if (code === 'SCIM11' && onConflict != null) onConflict(form);
    else if (status === 0 || code === 'SCIM05' || code === 'SCIM12') setFailure({ code, message });
    // The shell handles an ended session and a page of another version.
    else if (status !== 401 && code !== 'E152') {
      saveDraft(formKey, form);
      releaseUnsavedForms();
      void navigate(paths.error(status));
    }
  }
  return {
    form,
    change(part: Partial<UserForm>): void {
      setForm((before) => ({ ...before, ...part }));
      if (part.userName != null && failure?.code === 'SCIM05') setFailure(undefined);
    },
    /** Fields that show their error. */
    shown,
    show: (field: NameField): void => setShown(new Set([...shown, field])),
    failure,
    isBusy,
    isSame,
    async save(): Promise<void> {
      setShown(new Set(nameFields));
      if (isBusy || !isComplete(form) || (isSame && !isNew)) return;
      setIsBusy(true);
      setFailure(undefined);
      try {
        await onSave(form);
      } catch (error) {
        fail(error instanceof CallFailure ? error : new CallFailure(500, '', 'internal_server_error'));
      } finally {
        setIsBusy(false);
      }
    },
  };
}

interface UserFieldsProps {
  form: UserForm;
  onChange: (part: Partial<UserForm>) => void;
  /** Fields that were left once, or all after an attempt to save. */
  shown: ReadonlySet<NameField>;
  onLeave: (field: NameField) => void;
  isNameTaken: boolean;
}

/** Names, username and status of a user. */
function UserFields({ form, onChange, shown, onLeave, isNameTaken }: UserFieldsProps) {
  const { t } = useTranslation();
  function field(name: NameField) {
    const error = shown.has(name) ? validateName(form, name) : undefined;
    const taken = name === 'userName' && isNameTaken ? t('users.form.taken') : undefined;
    return {
      name,
      label: t(`users.column.${name}`),
      help: t(`users.form.help.${name}`),
      value: form[name],
      required: true,
      withAsterisk: false,
      maxLength: maxLength[name] + 20,
      spellCheck: false,
      error: error == null ? taken : t(`users.form.wrong.${name}.${error}`, { longest: maxLength[name] }),
      onChange: (event: { currentTarget: { value: string } }) =>
        onChange({ [name]: event.currentTarget.value }),
      onBlur: () => onLeave(name),
    };
  }
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
          isChecked={form.active}
          onChange={(active) => onChange({ active })}
        />
      </div>
    </div>
  );
}

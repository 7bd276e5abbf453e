import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { Section } from '#ui/layout/section.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { useForm } from '#web/form/use-form.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { releaseUnsavedForms } from '#web/form/unsaved-forms.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { typedOrganisationNode } from '#web/session/session.ts';
import type { OrganisationUnit } from '../schemas.ts';
import { type NameField, type UserForm, isSameUserForm, maxLength, userErrors } from '../user-form.ts';
import { GrantSummary, grantLines } from './grant-summary.tsx';
import { RoleSelector } from './role-selector.tsx';
import classes from './user-form.module.css';
import type { UserEditContext } from './use-user-edit-context.ts';
import { type CheckedRoles, resetRoles } from '../role-choice.ts';

interface Props {
  label: string;
  /** The key of the saved draft after a failure. */
  formKey: string;
  /** The saved values, or empty ones. */
  base: UserForm;
  initial: UserForm;
  context: UserEditContext;
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

/** The form of a new or an existing user. A failure keeps typed text. */
export function UserEditor(props: Props) {
  const { base, context } = props;
  const { t } = useTranslation();
  const form = useUserForm(props);
  const { values, change, failure, isBusy } = form;
  const isSame = isSameUserForm(values, base);
  const membership = context.units.find(({ id }) => id === values.organisationId);
  const lines = useMemo(
    () => grantLines(values.roles, context.roles, context.units),
    [values.roles, context],
  );
  const latest = useRef(change);
  useEffect(() => {
    latest.current = change;
  });
  const changeRoles = useCallback((roles: CheckedRoles) => latest.current({ roles }), []);
  return (
    <FormStack
      label={props.label}
      onSubmit={async () => {
        if (props.isNew || !isSame) await form.submit();
      }}
    >
      <UnsavedGuard isDirty={!isSame} />
      {props.notice}
      <FailureNotice failure={failure} />
      <div className={classes.layout}>
        <div className="stack">
          <Section title={t('users.profile')}>
            <UserFields form={form} />
            <MembershipField form={values} context={context} places={props.places} onChange={change} />
          </Section>
          <Section title={t('users.roles.title')}>
            <p className={classes.why}>{t('users.roles.help')}</p>
            <RoleSelector
              context={context}
              membership={membership}
              roles={values.roles}
              onChange={changeRoles}
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
        : t(`users.form.wrong.${field}.${error}`, { max: maxLength[field] }),
    refusals: { SCIM05: { userName: 'taken' } },
    async send(values) {
      try {
        await onSave(values);
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        const { status, code, requestId } = error;
        if (code === 'SCIM11' && onConflict !== undefined) onConflict(values);
        else if (status === 0 || code === 'SCIM05' || code === 'SCIM12') throw error;
        // The shell handles an ended session and a page of another version.
        else if (status !== 401 && code !== 'E152') {
          saveDraft(formKey, values);
          releaseUnsavedForms();
          void navigate({ ...paths.error(status), state: { requestId } as object });
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

interface MembershipFieldProps {
  form: UserForm;
  context: UserEditContext;
  places: readonly OrganisationUnit[];
  onChange: (part: Partial<UserForm>) => void;
}

/** The user's organisation. Non-domain users can move when there is more than one (docs/domain.md#users). */
function MembershipField({ form, context, places, onChange }: MembershipFieldProps) {
  const { t } = useTranslation();
  const { isDomainUser } = useSignedIn();
  const [isOpen, setIsOpen] = useState(false);
  const [pending, setPending] = useState<OrganisationUnit>();
  const membership = context.units.find(({ id }) => id === form.organisationId);
  const mayMove = !isDomainUser && places.length > 1;

  function move(place: OrganisationUnit): void {
    onChange({ organisationId: place.id, roles: resetRoles(form.roles, context.roles, context.held, place) });
    setPending(undefined);
  }
  function choosePlace(place: OrganisationUnit): void {
    setIsOpen(false);
    if (place.id === form.organisationId) return;
    if (form.roles.size === 0) move(place);
    else setPending(place);
  }
  return (
    <div className={classes.membership}>
      <dl>
        <dt>{t('users.membership.label')}</dt>
        <dd>{membership?.name ?? form.organisationId}</dd>
      </dl>
      {mayMove && (
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t('users.membership.change')}
        </Button>
      )}
      <ChangeMembershipDialog
        isOpen={isOpen}
        places={places}
        selectedId={form.organisationId}
        onPick={choosePlace}
        onClose={() => setIsOpen(false)}
      />
      <MembershipChangedDialog
        place={pending}
        lost={pending === undefined ? [] : lostRoles(form, context, pending)}
        onConfirm={() => pending !== undefined && move(pending)}
        onCancel={() => setPending(undefined)}
      />
    </div>
  );
}

function lostRoles(form: UserForm, context: UserEditContext, place: OrganisationUnit): string[] {
  const remaining = resetRoles(form.roles, context.roles, context.held, place);
  return context.roles.filter(({ id }) => form.roles.has(id) && !remaining.has(id)).map(({ name }) => name);
}

interface ChangeMembershipDialogProps {
  isOpen: boolean;
  places: readonly OrganisationUnit[];
  selectedId: number;
  onPick: (place: OrganisationUnit) => void;
  onClose: () => void;
}

/** The organisation tree that selects a user's membership (docs/domain.md#users). */
function ChangeMembershipDialog({
  isOpen,
  places,
  selectedId,
  onPick,
  onClose,
}: ChangeMembershipDialogProps) {
  const { t } = useTranslation();
  const nodes = useMemo(() => places.map((place) => typedOrganisationNode(place, t)), [places, t]);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('users.membership.title')} size="medium">
      <TreePicker
        nodes={nodes}
        selectedId={String(selectedId)}
        onPick={(id) => {
          const place = places.find((candidate) => String(candidate.id) === id);
          if (place !== undefined) onPick(place);
        }}
        label={t('organisation.tree')}
        searchLabel={t('organisation.search')}
        emptyText={t('organisation.none_found')}
      />
    </Dialog>
  );
}

interface MembershipChangedDialogProps {
  /** The selected organisation; undefined while the dialog is closed. */
  place: OrganisationUnit | undefined;
  /** Roles that cannot be given there and would be unchecked. */
  lost: readonly string[];
  onConfirm: () => void;
  onCancel: () => void;
}

/** Confirms a change of membership that affects checked roles (docs/domain.md#users). */
function MembershipChangedDialog({ place, lost, onConfirm, onCancel }: MembershipChangedDialogProps) {
  const { t } = useTranslation();
  const name = place?.name ?? '';
  return (
    <ConfirmDialog
      isOpen={place !== undefined}
      title={t('users.membership.changed_title', { name })}
      confirmLabel={t('users.membership.confirm')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{t('users.membership.changed_text', { name })}</p>
      {lost.length > 0 && <p>{t('users.membership.lost', { roles: lost.join(', ') })}</p>}
    </ConfirmDialog>
  );
}

/** Forms that a failure interrupted, by user and place, restored when the user returns. */
const drafts = new Map<string, UserForm>();

function saveDraft(key: string, form: UserForm): void {
  drafts.set(key, form);
}

export const draftStore = (key: string): UserForm | undefined => drafts.get(key);

export function deleteDraft(key: string): void {
  drafts.delete(key);
}

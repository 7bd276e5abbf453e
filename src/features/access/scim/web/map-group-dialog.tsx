import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { type Choice, SelectField } from '#ui/form/select-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import {
  getExposedRoles,
  getUserOrganisationHierarchy,
  portalApplication,
} from '#features/access/users/endpoints.ts';
import { unitsFor } from '#features/access/users/role-choice.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { mapScimGroup } from '../endpoints.ts';
import {
  type GroupErrors,
  type GroupForm,
  type RoleLine,
  groupErrors,
  toGroupBody,
  toGroupForm,
} from '../forms.ts';
import type { GroupMapping } from '../schemas.ts';
import classes from './provisioning.module.css';

interface Props {
  orgId: number;
  companyId: number;
  group: GroupMapping;
  onMapped: () => void;
  onClose: () => void;
}

/** Roles by id, with the organisations on which the user may give them. */
type RoleChoices = readonly { roleId: string; name: string; places: readonly Choice[] }[];

/** The roles that the members of a group get. */
export function MapGroupDialog(props: Props) {
  const { t } = useTranslation();
  const choices = useChoices(props.companyId);
  return (
    <Dialog
      isOpen
      isStatic={choices.data !== undefined}
      size="medium"
      onClose={props.onClose}
      title={t('provisioning.map_title', { name: props.group.displayName })}
    >
      {choices.error !== null ? (
        <ErrorState
          title={t('provisioning.choices_failed')}
          requestId={choices.error.requestId}
          onRetry={choices.retry}
        >
          {errorText(choices.error.message)}
        </ErrorState>
      ) : choices.data === undefined ? (
        <SkeletonLines lines={5} />
      ) : (
        <RolesForm {...props} choices={choices.data} />
      )}
    </Dialog>
  );
}

function useChoices(companyId: number) {
  const session = useSignedIn();
  const options = { handlesOwnErrors: true, staleTime: 0 };
  const roles = useCall(getExposedRoles, { query: { application: portalApplication } }, options);
  const units = useCall(getUserOrganisationHierarchy, { path: { orgId: companyId } }, options);
  const data = useMemo<RoleChoices | undefined>(() => {
    if (roles.data === undefined || units.data === undefined) return undefined;
    const company = units.data.find(({ id }) => id === companyId);
    return roles.data.map((role) => ({
      roleId: role.id,
      name: role.name,
      places: unitsFor(role, units.data ?? [], session.permissions, company).map(({ id, name }) => ({
        value: String(id),
        label: name,
      })),
    }));
  }, [roles.data, units.data, session.permissions, companyId]);
  const retry = () => {
    void roles.refetch();
    void units.refetch();
  };
  return { data, error: roles.error ?? units.error, retry };
}

function RolesForm({ orgId, group, choices, onMapped, onClose }: Props & { choices: RoleChoices }) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const send = useSend(mapScimGroup, { handlesOwnErrors: true });
  const [initial] = useState(() => toGroupForm(group));
  const form = useForm<GroupForm, GroupErrors>({
    initial,
    validate: groupErrors,
    errorText: (code) => t(`provisioning.error.${code}`),
    async send(values) {
      await send.mutateAsync({ path: { orgId, scimGroupId: group.groupId }, body: toGroupBody(values) });
      onMapped();
    },
  });
  const { lines } = form.values;
  const linesError = form.error('lines');
  const replace = (lineIndex: number, line: RoleLine | undefined) =>
    form.change({ lines: lines.flatMap((other, index) => (index === lineIndex ? (line ?? []) : other)) });
  return (
    <FormStack
      onSubmit={form.submit}
      actions={
        <>
          <Button variant="default" onClick={onClose} disabled={form.isBusy}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={form.isBusy}>
            {t('provisioning.save_roles')}
          </Button>
        </>
      }
    >
      <UnsavedGuard isDirty={form.isDirty} />
      <FailureNotice failure={form.failure} />
      <p className="quiet">
        {t('provisioning.map_text', { count: group.memberCount, number: group.memberCount })}
      </p>
      {lines.map((line, index) => (
        <RoleRow
          key={index}
          number={index + 1}
          line={line}
          group={group}
          choices={choices}
          onChange={(next) => replace(index, next)}
          onRemove={() => replace(index, undefined)}
        />
      ))}
      {lines.length === 0 && <p className="quiet">{t('provisioning.no_roles')}</p>}
      {linesError !== undefined && (
        <p className={classes.error} role="alert">
          {linesError}
        </p>
      )}
      {lines.length < 20 && (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => form.change({ lines: [...lines, { roleId: null, organisationId: null }] })}
          >
            {t('provisioning.add_role')}
          </Button>
        </div>
      )}
    </FormStack>
  );
}

interface RowProps {
  number: number;
  line: RoleLine;
  group: GroupMapping;
  choices: RoleChoices;
  onChange: (line: RoleLine) => void;
  onRemove: () => void;
}

/** A role that the user could not give stays until it is removed. */
function RoleRow({ number, line, group, choices, onChange, onRemove }: RowProps) {
  const { t } = useTranslation();
  const currentRoles = group.roles.filter(({ roleId }) => roleId === line.roleId);
  const role = choices.find(({ roleId }) => roleId === line.roleId);
  const organisationChoices = addMissing(
    role?.places ?? [],
    currentRoles.map((role) => ({ value: String(role.organisationId), label: role.organisationName })),
  );
  const roles = addMissing(
    choices
      .filter((choice) => choice.places.length > 0)
      .map(({ roleId, name }) => ({ value: roleId, label: name })),
    currentRoles.map((role) => ({ value: role.roleId, label: role.roleName })),
  );
  return (
    <div className={classes.roleRow}>
      <SelectField
        label={t('provisioning.role')}
        choices={roles}
        value={line.roleId}
        onChange={(roleId) => {
          const organisations = choices.find((choice) => choice.roleId === roleId)?.places ?? [];
          const isOpen = organisations.some(({ value }) => value === line.organisationId);
          onChange({
            roleId,
            organisationId: isOpen ? line.organisationId : (organisations[0]?.value ?? null),
          });
        }}
      />
      <SelectField
        label={t('provisioning.organisation')}
        choices={organisationChoices}
        value={line.organisationId}
        disabled={line.roleId === null}
        onChange={(organisationId) => onChange({ ...line, organisationId })}
      />
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('provisioning.remove_role', { number })}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

const addMissing = (choices: readonly Choice[], current: readonly Choice[]): Choice[] => [
  ...choices,
  ...current.filter(
    (choice, index) =>
      !choices.some(({ value }) => value === choice.value) &&
      current.findIndex(({ value }) => value === choice.value) === index,
  ),
];

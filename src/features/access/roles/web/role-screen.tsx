import { Link, useNavigate } from '@tanstack/react-router';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { HistoryPanel } from '#features/record/audit/web/history-panel.tsx';
import type { Permission } from '#shared/permissions.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Section } from '#ui/layout/section.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { BackLink } from '#web/links/back-link.tsx';
import { usePathPart } from '#web/address.ts';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { PageActionBar } from '#web/palette/page-action-bar.tsx';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { releaseUnsavedForms } from '#web/form/unsaved-forms.ts';
import { useTabTitle } from '#web/tab-title.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { changeRole, createRole, deleteRole, getRole, listRoles } from '../endpoints.ts';
import { allPermissions, emptyRole, toRoleForm } from '../role-form.ts';
import type { Role, RoleContent } from '../schemas.ts';
import { RoleEditor } from './role-editor.tsx';
import classes from './roles.module.css';

/** /settings/roles/{roleId}; the id "new" creates a role (docs/domain.md#own-roles). */
export function RoleScreen() {
  const roleId = usePathPart('roleId');
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  return roleId === 'new' ? <NewRole orgId={orgId} /> : <ExistingRole orgId={orgId} roleId={roleId} />;
}

/** The permissions that the user may put into a role are in the response of the list. */
function NewRole({ orgId }: { orgId: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const send = useSend(createRole, { handlesOwnErrors: true });
  const list = useCall(
    listRoles,
    { path: { orgId }, query: { pageSize: 1 } },
    { handlesOwnErrors: true, staleTime: 0 },
  );
  return (
    <Page title={t('roles.create')} back={<RolesLink />} width="form">
      {list.error !== null && (
        <ErrorState
          title={t('roles.list_failed')}
          requestId={list.error.requestId}
          onRetry={() => void list.refetch()}
        >
          {errorText(list.error.message)}
        </ErrorState>
      )}
      {list.error === null && list.data === undefined && <SkeletonLines lines={12} />}
      {list.data !== undefined && (
        <RoleEditor
          initial={emptyRole}
          version={0}
          grantable={list.data.grantable}
          userCount={0}
          submitLabel={t('roles.create')}
          onLeave={() => void navigate(paths.roles())}
          onSubmit={async (body) => {
            const created = await send.mutateAsync({ path: { orgId }, body });
            releaseUnsavedForms();
            await navigate(paths.role(created.roleId));
          }}
        />
      )}
    </Page>
  );
}

function ExistingRole({ orgId, roleId }: { orgId: number; roleId: string }) {
  const { t } = useTranslation();
  const role = useCall(getRole, { path: { orgId, roleId } }, { handlesOwnErrors: true, staleTime: 0 });
  if (role.data !== undefined) {
    const reread = async () => void (await role.refetch());
    return <RoleDetails key={roleId} orgId={orgId} role={role.data} reload={reread} />;
  }
  return (
    <LoadingPage
      title={t('screen.role')}
      back={<RolesLink />}
      queries={[role]}
      notFound={t('roles.not_found')}
      failed={t('roles.role_failed')}
    />
  );
}

interface Props {
  orgId: number;
  role: Role;
  reload: () => Promise<void>;
}

function RoleDetails({ orgId, role, reload }: Props) {
  const { t } = useTranslation();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const send = useSend(changeRole, { handlesOwnErrors: true });
  useTabTitle(role.name);
  const { roleId, version } = role;
  const save = async (content: RoleContent) => {
    await send.mutateAsync({ path: { orgId, roleId }, body: { ...content, version } });
    releaseUnsavedForms();
    setIsSaved(true);
    await reload();
  };
  return (
    <Page
      title={role.name}
      subtitle={t(role.isStandard ? 'roles.standard' : 'roles.own')}
      back={<RolesLink />}
      width="form"
      actions={
        role.mayChange && (
          <PageActionBar
            more={[
              {
                id: 'delete',
                label: t('roles.delete'),
                icon: IconTrash,
                isDangerous: true,
                go: () => setIsDeleting(true),
              },
            ]}
          />
        )
      }
    >
      {isSaved && (
        <Notice kind="success" onClose={() => setIsSaved(false)}>
          {t('roles.saved')}
        </Notice>
      )}
      {role.isStandard && <Notice>{t('roles.standard_text')}</Notice>}
      {!role.isStandard && !role.mayChange && <Notice>{t('roles.beyond')}</Notice>}
      {role.isOwn && role.mayChange && <Notice>{t('roles.is_yours')}</Notice>}
      {role.mayChange ? (
        <RoleEditor
          initial={toRoleForm(role)}
          version={version}
          grantable={grantableOf(role)}
          userCount={role.userCount}
          submitLabel={t('ui.saveChanges')}
          onSubmit={save}
        />
      ) : (
        <PermissionList role={role} />
      )}
      <RoleUsers role={role} />
      <HistoryPanel objectKind="role" objectId={roleId} />
      {isDeleting && <DeleteRoleDialog {...{ orgId, role }} onClose={() => setIsDeleting(false)} />}
    </Page>
  );
}

/** Users cannot widen a role that they have themselves. */
const grantableOf = ({ isOwn, grantable, permissions }: Role): Permission[] =>
  isOwn ? permissions : grantable;

function PermissionList({ role }: { role: Role }) {
  const { t } = useTranslation();
  return (
    <Section title={t('roles.permissions')}>
      {role.description !== '' && <p className={classes.quiet}>{role.description}</p>}
      <ul className={classes.list}>
        {allPermissions
          .filter((name) => role.permissions.includes(name))
          .map((name) => (
            <li key={name}>{t(`roles.permission.${name}`)}</li>
          ))}
      </ul>
    </Section>
  );
}

function RoleUsers({ role: { holders, userCount } }: { role: Role }) {
  const { t } = useTranslation();
  return (
    <Section title={t('roles.who_has_it')}>
      <p className={classes.quiet}>
        {userCount === 0 ? t('roles.no_users') : t('roles.user_number', { number: userCount })}
      </p>
      <ul className={classes.list}>
        {holders.map(({ userId, name, organisationName }) => (
          <li key={`${userId} ${organisationName}`}>
            <Link {...paths.user(userId)}>{name}</Link> · {organisationName}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function RolesLink() {
  const { t } = useTranslation();
  return <BackLink to={paths.roles()}>{t('screen.roles')}</BackLink>;
}

interface DeleteRoleDialogProps {
  orgId: number;
  role: Role;
  onClose: () => void;
}

/** Deletes a role. One that users have is refused with their number. */
function DeleteRoleDialog({ orgId, role, onClose }: DeleteRoleDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<CallFailure>();
  const send = useSend(deleteRole, { handlesOwnErrors: true });
  const count = (failure?.body as { count?: number } | undefined)?.count;
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('roles.delete_title', { name: role.name })}
      confirmLabel={t('roles.delete')}
      onCancel={onClose}
      onConfirm={() =>
        send
          .mutateAsync({ path: { orgId, roleId: role.roleId } })
          .then(() => void navigate(paths.roles()))
          .catch(setFailure)
      }
    >
      <div className={classes.difference}>
        <p>{t('roles.delete_text')}</p>
        <FailureNotice failure={failure}>
          {count === undefined ? undefined : t('roles.in_use', { number: count })}
        </FailureNotice>
      </div>
    </ConfirmDialog>
  );
}

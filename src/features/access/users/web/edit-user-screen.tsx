import { useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { userNameKey } from '#shared/user-name.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Page } from '#ui/layout/page.tsx';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { usePathPart } from '#web/address.ts';
import { useCall, useSend } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTabTitle } from '#web/tab-title.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { releaseUnsavedForms } from '#web/form/unsaved-forms.ts';
import { shouldOfferInvitation } from '../account-state.ts';
import { getUser, sendUsernameChange, updateUser } from '../endpoints.ts';
import type { ScimUser } from '../scim-user.ts';
import { toChangedUserBody, rebased, toUserForm, type UserForm } from '../user-form.ts';
import { InvitationDialog } from './invitation-dialog.tsx';
import { UserVersionDialog } from './user-version-dialog.tsx';
import { deleteDraft, draftStore, UserEditor } from './user-editor.tsx';
import { UsersLink } from './users-link.tsx';
import {
  managing,
  editBlockReason,
  useUserEditContext,
  type UserEditContext,
} from './use-user-edit-context.ts';
import type { FlashMessage } from './view/flash-notice.tsx';
import { ManagedNotice, useUserSignOn } from './view/user-sign-on.tsx';

/** /user/{id}/edit (docs/domain.md#users). */
export function EditUserScreen() {
  const { t } = useTranslation();
  const id = usePathPart('id');
  const session = useSignedIn();
  const { context, queries } = useUserEditContext();
  const signOn = useUserSignOn(id);
  const read = useCall(getUser, { path: { id } }, { staleTime: 0 });
  // A cached user may have an older version, so the screen loads it again.
  const user = read.isFetchedAfterMount ? read.data : undefined;
  useTabTitle(user && t('users.edit_title', { name: user.displayName }));
  if (context === undefined || user === undefined) {
    return (
      <LoadingPage
        title={t('screen.editUser')}
        back={<UsersLink />}
        queries={[read, ...queries]}
        failed={t('users.user_failed')}
        handlesOwnErrors={false}
        isWide
      />
    );
  }
  if (editBlockReason(user, session, context) !== undefined)
    return <Navigate {...paths.error(403)} replace />;
  return (
    <Page title={t('users.edit_title', { name: user.displayName })} back={<UsersLink />}>
      <ManagedNotice signOn={signOn} />
      <LoadedUser key={id} read={user} context={context} reread={async () => (await read.refetch()).data} />
    </Page>
  );
}

interface Props {
  read: ScimUser;
  context: UserEditContext;
  reread: () => Promise<ScimUser | undefined>;
}

function LoadedUser({ read, context, reread }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const session = useSignedIn();
  const send = useSend(updateUser, { handlesOwnErrors: true });
  const report = useSend(sendUsernameChange, { handlesOwnErrors: true });
  const formKey = `${session.userId} ${read.id}`;
  const [edit, setEdit] = useState(() => {
    const draft = draftStore(formKey);
    return {
      user: read,
      initial: draft ?? toUserForm(read),
      notice: draft === undefined ? undefined : 'kept',
    };
  });
  const [conflict, setConflict] = useState<UserForm>();
  const [invited, setInvited] = useState<ScimUser>();
  const [flash, setFlash] = useState<FlashMessage>('saved');

  const leave = (message: FlashMessage): void =>
    void navigate({ ...paths.user(read.id), state: { flash: message } as object });

  async function save(form: UserForm): Promise<void> {
    const saved = await send.mutateAsync({ body: toChangedUserBody(edit.user, form) });
    releaseUnsavedForms();
    deleteDraft(formKey);
    let message: FlashMessage = 'saved';
    if (userNameKey(saved.userName) !== userNameKey(edit.user.userName)) {
      // The user is saved even if the invitation fails. The next screen reports it.
      const isReported = await report.mutateAsync({ path: { username: saved.userName }, body: {} }).then(
        () => true,
        () => false,
      );
      message = isReported ? 'renamed' : 'renamed_without_email';
    }
    queries.removeQueries({ queryKey: ['getUser'] });
    void queries.invalidateQueries({ queryKey: ['searchUsers'] });
    setFlash(message);
    if (shouldOfferInvitation(saved)) setInvited(saved);
    else leave(message);
  }

  async function reload(): Promise<void> {
    const current = await reread();
    if (current === undefined || conflict === undefined) return;
    const initial = rebased(conflict, toUserForm(edit.user), toUserForm(current));
    setEdit({ user: current, initial, notice: 'conflict' });
    setConflict(undefined);
  }

  return (
    <>
      <UserEditor
        key={edit.user.meta.version}
        label={t('screen.editUser')}
        formKey={formKey}
        base={toUserForm(edit.user)}
        initial={edit.initial}
        context={context}
        places={context.placesFor(managing(session))}
        saveLabel={t('ui.saveChanges')}
        isNew={false}
        notice={edit.notice !== undefined && <Notice>{t(`users.form.${edit.notice}`)}</Notice>}
        onSave={save}
        onConflict={setConflict}
        onCancel={() => {
          deleteDraft(formKey);
          void navigate(paths.user(read.id));
        }}
      />
      <UserVersionDialog isOpen={conflict !== undefined} onReload={() => void reload()} />
      <InvitationDialog user={invited} onDone={(isSent) => leave(isSent ? 'invited' : flash)} />
    </>
  );
}

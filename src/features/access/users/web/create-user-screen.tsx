import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '@mantine/core';
import { Notice } from '#ui/feedback/notice.tsx';
import { Page } from '#ui/layout/page.tsx';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { useSend } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { SetupNext } from '#web/links/next-step.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { releaseUnsavedForms } from '#web/form/unsaved-forms.ts';
import { shouldOfferInvitation } from '../account-state.ts';
import { createUser } from '../endpoints.ts';
import type { ScimUser } from '../scim-user.ts';
import { type UserForm, emptyUserForm, toNewUserBody } from '../user-form.ts';
import { InvitationDialog, type Invited } from './invitation-dialog.tsx';
import { deleteDraft, draftStore, UserEditor } from './user-editor.tsx';
import { UsersLink } from './users-link.tsx';
import { type UserEditContext, useUserEditContext } from './use-user-edit-context.ts';

/** /user/new (docs/domain.md#users). */
export function CreateUserScreen() {
  const { t } = useTranslation();
  const { context, queries } = useUserEditContext();
  // "Create another" starts with an empty form.
  const [formNumber, setFormNumber] = useState(0);
  const head = { title: t('screen.createUser'), back: <UsersLink /> };
  if (context === undefined) {
    const failed = t('users.form_failed');
    return <LoadingPage {...head} queries={queries} failed={failed} handlesOwnErrors={false} isWide />;
  }
  return (
    <Page {...head}>
      <NewUser key={formNumber} context={context} onAnother={() => setFormNumber(formNumber + 1)} />
    </Page>
  );
}

function NewUser({ context, onAnother }: { context: UserEditContext; onAnother: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { organisation, userId } = useSignedIn();
  const send = useSend(createUser, { handlesOwnErrors: true });
  const [step, setStep] = useState<'form' | 'invitation' | 'saved'>('form');
  const [user, setUser] = useState<ScimUser>();
  const [invited, setInvited] = useState<Invited>('no');
  const places = context.placesFor('P_CREATE_PORTAL_USER');
  const first = places.find(({ id }) => id === organisation.selectedParentOrgId) ?? places[0];
  const [base] = useState(() => emptyUserForm(first?.id ?? organisation.selectedParentOrgId));
  const formKey = `${userId} new`;
  const [draft] = useState(() => draftStore(formKey));

  async function save(form: UserForm): Promise<void> {
    const saved = await send.mutateAsync({ body: toNewUserBody(form) });
    releaseUnsavedForms();
    deleteDraft(formKey);
    void queries.invalidateQueries({ queryKey: ['searchUsers'] });
    setUser(saved);
    setStep(shouldOfferInvitation(saved) ? 'invitation' : 'saved');
  }
  return (
    <>
      <UserEditor
        label={t('screen.createUser')}
        formKey={formKey}
        base={base}
        initial={draft ?? base}
        context={context}
        places={places}
        saveLabel={t('users.create')}
        isNew
        notice={draft !== undefined && <Notice>{t('users.form.kept')}</Notice>}
        onSave={save}
        onCancel={() => {
          deleteDraft(formKey);
          void navigate(paths.users());
        }}
      />
      <InvitationDialog
        user={step === 'invitation' ? user : undefined}
        onDone={(way) => {
          setInvited(way);
          setStep('saved');
        }}
      />
      <UserSavedDialog
        user={step === 'saved' ? user : undefined}
        invited={invited}
        onList={() => void navigate(paths.users())}
        onAnother={onAnother}
      />
    </>
  );
}

const savedTexts: Readonly<Record<Invited, string>> = {
  email: 'users.saved.invited',
  link: 'users.saved.linked',
  no: 'users.saved.text',
};

interface Props {
  user: ScimUser | undefined;
  invited: Invited;
  onList: () => void;
  onAnother: () => void;
}

/** After a save: to the list, or to the next new user (docs/domain.md#users). */
function UserSavedDialog({ user, invited, onList, onAnother }: Props) {
  const { t } = useTranslation();
  const address = user?.userName ?? '';
  return (
    <ResultDialog
      isOpen={user !== undefined}
      kind="success"
      title={t('users.saved.title', { name: user?.displayName ?? '' })}
      closeLabel={t('users.saved.to_list')}
      onClose={onList}
      action={
        <Button variant="default" onClick={onAnother}>
          {t('users.saved.another')}
        </Button>
      }
    >
      {t(savedTexts[invited], { address })}
      <SetupNext step="colleague" isOpen={user !== undefined} />
    </ResultDialog>
  );
}

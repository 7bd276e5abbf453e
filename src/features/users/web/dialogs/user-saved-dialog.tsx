import { Button } from '@mantine/core';
import type { ScimUser } from '#features/users/scim-user.ts';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = {
  user: ScimUser | undefined;
  isInvited: boolean;
  onList: () => void;
  onAnother: () => void;
};

/** A user is saved: on to the list, or the next one (docs/domain.md#users). */
export function UserSavedDialog({ user, isInvited, onList, onAnother }: Props) {
  const { t } = useTranslation();
  const address = user?.userName ?? '';
  return (
    <ResultDialog
      isOpen={user != null}
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
      {t(isInvited ? 'users.saved.invited' : 'users.saved.text', { address })}
    </ResultDialog>
  );
}

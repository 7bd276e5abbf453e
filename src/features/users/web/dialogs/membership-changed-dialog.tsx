import type { OrganisationUnit } from '#features/users/endpoints.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = {
  /** The organisation asked for; undefined while nobody asks. */
  place: OrganisationUnit | undefined;
  /** Roles that cannot be given there and would be unchecked. */
  lost: readonly string[];
  onConfirm: () => void;
  onCancel: () => void;
};

/** Before a change of membership takes the checked roles along (docs/domain.md#users). */
export function MembershipChangedDialog({ place, lost, onConfirm, onCancel }: Props) {
  const { t } = useTranslation();
  const name = place?.name ?? '';
  return (
    <ConfirmDialog
      isOpen={place != null}
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

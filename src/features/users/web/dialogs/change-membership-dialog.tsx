import { useMemo } from 'react';
import type { OrganisationUnit } from '#features/users/endpoints.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { organisationNode } from '#web/session/organisation-node.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = {
  isOpen: boolean;
  places: readonly OrganisationUnit[];
  selectedId: number;
  onPick: (place: OrganisationUnit) => void;
  onClose: () => void;
};

/** The organisation tree from which a user's membership is picked (docs/domain.md#users). */
export function ChangeMembershipDialog({ isOpen, places, selectedId, onPick, onClose }: Props) {
  const { t } = useTranslation();
  const nodes = useMemo(
    () =>
      places.map((one) => ({
        ...organisationNode(one),
        note: t(`organisation.type.${one.type}`),
      })),
    [places, t],
  );
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('users.membership.title')} size="medium">
      <TreePicker
        nodes={nodes}
        selectedId={String(selectedId)}
        onPick={(id) => {
          const place = places.find((one) => String(one.id) === id);
          if (place != null) onPick(place);
        }}
        label={t('organisation.tree')}
        searchLabel={t('organisation.search')}
        emptyText={t('organisation.none_found')}
      />
    </Dialog>
  );
}

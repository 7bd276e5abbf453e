import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { paths } from '#web/paths.ts';
import { typedOrganisationNode } from '#web/session/session.ts';
import { selectOrganisation, useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { mayLeave } from '#web/form/unsaved-forms.ts';
import type { Organisation } from '../schemas.ts';
import { closeOrganisationChoice, useOrganisationChoice } from './organisation-choice.ts';

/**
 * Selects the organisation to work under. Then the requested route opens, or home
 * (docs/domain.md#domain-users).
 */
export function ChangeOrganisationDialog() {
  const { t } = useTranslation();
  const router = useRouter();
  const queries = useQueryClient();
  const { isOpen, target } = useOrganisationChoice();
  const { tree, organisation } = useSignedIn();
  const nodes = useMemo(() => tree.map((node) => typedOrganisationNode(node, t)), [tree, t]);
  const select = useMutation({
    mutationFn: (selected: Organisation) => selectOrganisation(selected),
    onSuccess: async () => {
      closeOrganisationChoice();
      queries.clear();
      await router.navigate({ href: target ?? paths.home().to });
      await router.invalidate();
    },
  });
  /** The screen belongs to the organisation, so unsaved changes are confirmed first. */
  async function selectIfAllowed(selected: Organisation | undefined): Promise<void> {
    if (selected === undefined || select.isPending || !(await mayLeave())) return;
    select.mutate(selected);
  }
  /** A reload after the dismissal does not ask again. */
  function dismiss(): void {
    closeOrganisationChoice();
    const { state, href } = router.latestLocation;
    if (target !== undefined)
      router.history.replace(href, { ...state, organisationFor: undefined }, { ignoreBlocker: true });
  }
  return (
    <Dialog isOpen={isOpen} onClose={dismiss} title={t('organisation.change')} size="medium">
      <Stack gap="sm">
        {target !== undefined && <Notice>{t('organisation.needed')}</Notice>}
        <TreePicker
          nodes={nodes}
          selectedId={String(organisation.selectedParentOrgId)}
          onPick={(id) => void selectIfAllowed(tree.find((node) => String(node.id) === id))}
          label={t('organisation.tree')}
          searchLabel={t('organisation.search')}
          emptyText={t('organisation.none_found')}
        />
      </Stack>
    </Dialog>
  );
}

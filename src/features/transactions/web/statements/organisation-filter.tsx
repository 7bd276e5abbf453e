import { useMemo } from 'react';
import type { Organisation } from '#features/organisations/endpoints.ts';
import { useDraftPart, type FilterDraft } from '#features/transactions/web/statements/filter-draft.ts';
import { buildTreeChecks, toggledChoice } from '#ui/tree/tree-checks.ts';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { shapeOfTree } from '#ui/tree/tree-shape.ts';
import { organisationNode } from '#web/session/organisation-node.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = { organisations: readonly Organisation[]; draft: FilterDraft };

/** The tree of organisations to tick, thousands of them. */
export function OrganisationFilter({ organisations, draft }: Props) {
  const { t } = useTranslation();
  const selected = useDraftPart(draft, 'selectedNodes');
  const nodes = useMemo(() => organisations.map((one) => organisationNode(one)), [organisations]);
  const shape = useMemo(() => shapeOfTree(nodes), [nodes]);
  const { checked, mixed } = useMemo(() => buildTreeChecks(shape, selected), [shape, selected]);
  return (
    <TreePicker
      isLow
      nodes={nodes}
      selectedId={undefined}
      checkedIds={checked}
      mixedIds={mixed}
      onPick={(id) => draft.change({ selectedNodes: [...toggledChoice(shape, new Set(selected), id)] })}
      label={t('statements.organisations')}
      searchLabel={t('statements.search_organisations')}
      emptyText={t('statements.none_found')}
    />
  );
}

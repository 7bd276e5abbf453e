import { useMemo } from 'react';
import { covers } from '#shared/org-path.ts';
import classes from '#features/exports/web/export.module.css';
import { buildTreeChecks, toggledChoice } from '#ui/tree/tree-checks.ts';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { shapeOfTree } from '#ui/tree/tree-shape.ts';
import { organisationNode } from '#web/session/organisation-node.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = { checked: readonly number[]; onChange: (checked: number[]) => void };

/** Organisations at and below the one at work; none ticked means all of them. */
export function OrganisationChoice({ checked, onChange }: Props) {
  const { t } = useTranslation();
  const { tree, organisation } = useSignedIn();
  const units = useMemo(
    () => tree.filter(({ parentPath }) => covers(organisation.selectedParentPath, parentPath)),
    [tree, organisation],
  );
  const nodes = useMemo(
    () =>
      units.map((unit) => ({
        ...organisationNode(unit),
        note: t(`organisation.type.${unit.type}`),
      })),
    [units, t],
  );
  const shape = useMemo(() => shapeOfTree(nodes), [nodes]);
  const chosen = useMemo(() => new Set(checked.map(String)), [checked]);
  const boxes = useMemo(() => buildTreeChecks(shape, chosen), [shape, chosen]);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('transaction_export.organisations')}</legend>
      <p className={classes.note}>
        {t('transaction_export.organisations_note', { organisation: organisation.selectedOrgName })}
      </p>
      <TreePicker
        nodes={nodes}
        selectedId={undefined}
        checkedIds={boxes.checked}
        mixedIds={boxes.mixed}
        onPick={(id) => onChange([...toggledChoice(shape, chosen, id)].map(Number))}
        label={t('organisation.tree')}
        searchLabel={t('organisation.search')}
        emptyText={t('organisation.none_found')}
      />
    </fieldset>
  );
}

import { useMemo } from 'react';
import { covers } from '#contract/org-path.ts';
import classes from '#features/transactions/web/export/export.module.css';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
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
        id: String(unit.id),
        parentId: unit.parentOrgId == null ? undefined : String(unit.parentOrgId),
        label: unit.name,
        note: t(`organisation.type.${unit.type}`),
      })),
    [units, t],
  );
  const chosen = units.filter(({ id }) => checked.includes(id));
  const covered = useMemo(
    () =>
      new Set(
        units
          .filter((unit) =>
            units.some(
              (above) =>
                checked.includes(above.id) &&
                above.id !== unit.id &&
                covers(above.parentPath, unit.parentPath),
            ),
          )
          .map(({ id }) => String(id)),
      ),
    [units, checked],
  );
  /** One above stands for those below it. */
  function pick(id: number): void {
    const unit = units.find((one) => one.id === id);
    if (unit == null) return;
    if (checked.includes(id)) onChange(checked.filter((one) => one !== id));
    else {
      const apart = chosen.filter(({ parentPath }) => !covers(unit.parentPath, parentPath));
      onChange([...apart.map((one) => one.id), id]);
    }
  }
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('transaction_export.organisations')}</legend>
      <p className={classes.note}>
        {t('transaction_export.organisations_note', { organisation: organisation.selectedOrgName })}
      </p>
      <TreePicker
        nodes={nodes}
        selectedId={undefined}
        checkedIds={new Set(checked.map(String))}
        coveredIds={covered}
        onPick={(id) => pick(Number(id))}
        label={t('organisation.tree')}
        searchLabel={t('organisation.search')}
        emptyText={t('organisation.none_found')}
      />
    </fieldset>
  );
}

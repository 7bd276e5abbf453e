import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import type { ExposedRole, OrganisationUnit } from '#features/users/endpoints.ts';
import { unitAbove } from '#features/users/role-choice.ts';
import classes from '#features/users/web/form/user-form.module.css';
import { CheckField } from '#ui/form/check-field.tsx';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { organisationNode } from '#web/session/organisation-node.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = {
  role: ExposedRole;
  /** Where the editor may give it. */
  units: readonly OrganisationUnit[];
  allUnits: readonly OrganisationUnit[];
  checkedIds: ReadonlySet<number>;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onCheck: (isChecked: boolean) => void;
  onUnit: (unit: OrganisationUnit, isChecked: boolean) => void;
};

/** One role: checked or not, where, and the tree to change where. */
export function RoleRow(props: Props) {
  const { role, units, checkedIds, isOpen } = props;
  const { t } = useTranslation();
  const id = useId();
  const checked = props.allUnits.filter((unit) => checkedIds.has(unit.id));
  const isOffered = units.length > 0;
  return (
    <div className={classes.role} data-checked={checkedIds.size > 0 || undefined}>
      <div className={classes.roleHead}>
        <CheckField
          label={role.name}
          description={isOffered ? role.description : t('users.roles.beyond', { text: role.description })}
          isChecked={checkedIds.size > 0}
          disabled={!isOffered}
          onChange={props.onCheck}
        />
        {(checkedIds.size > 0 || isOpen) && (
          <Button
            className={classes.where ?? ''}
            variant="default"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={t('users.roles.where', { role: role.name, units: organisationText(checked, t) })}
            rightSection={<IconChevronDown size={14} aria-hidden className={classes.chevron} />}
            onClick={() => props.onOpen(!isOpen)}
          >
            <span className={classes.whereText}>{organisationText(checked, t)}</span>
          </Button>
        )}
      </div>
      {isOpen && (
        <div id={id} className={classes.tree}>
          <UnitTree {...props} checked={checked} />
        </div>
      )}
    </div>
  );
}

/** Only mounted while open: a thousand organisations are drawn for one role at a time. */
function UnitTree({ role, units, checked, checkedIds, onUnit }: Props & { checked: OrganisationUnit[] }) {
  const { t } = useTranslation();
  const nodes = useMemo(
    () =>
      units.map((unit) => ({
        ...organisationNode(unit),
        note: t(`organisation.type.${unit.type}`),
      })),
    [units, t],
  );
  const covered = useMemo(
    () => new Set(units.filter((unit) => unitAbove(unit, checked) != null).map(({ id }) => String(id))),
    [units, checked],
  );
  return (
    <TreePicker
      nodes={nodes}
      selectedId={undefined}
      checkedIds={new Set([...checkedIds].map(String))}
      coveredIds={covered}
      onPick={(id) => {
        const unit = units.find((one) => String(one.id) === id);
        if (unit != null) onUnit(unit, !checkedIds.has(unit.id));
      }}
      label={t('users.roles.tree', { role: role.name })}
      searchLabel={t('organisation.search')}
      emptyText={t('organisation.none_found')}
    />
  );
}

function organisationText(
  checked: readonly OrganisationUnit[],
  t: ReturnType<typeof useTranslation>['t'],
): string {
  const [first] = checked;
  if (first == null) return t('users.roles.nowhere');
  if (checked.length === 1) return first.name;
  return t('users.roles.units', { count: checked.length });
}

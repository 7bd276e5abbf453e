import { memo, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { CheckField } from '#ui/form/check-field.tsx';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { typedOrganisationNode } from '#web/session/session.ts';
import type { OrganisationUnit, ExposedRole } from '../schemas.ts';
import { type CheckedRoles, rolesByTag, unitsFor, withUnit, withUnits, unitAbove } from '../role-choice.ts';
import classes from './user-form.module.css';
import type { UserEditContext } from './use-user-edit-context.ts';

interface Props {
  context: UserEditContext;
  membership: OrganisationUnit | undefined;
  roles: CheckedRoles;
  onChange: (roles: CheckedRoles) => void;
}

/** Roles by tag, each with the organisations it is checked on (docs/domain.md#users). A change renders its role alone. */
export const RoleSelector = memo(function RoleSelector({ context, membership, roles, onChange }: Props) {
  const { t } = useTranslation();
  const [openId, setOpenId] = useState<string>();
  const groups = useMemo(() => rolesByTag(context.roles, t('users.roles.untagged')), [context.roles, t]);
  const offered = useMemo(
    () =>
      new Map(
        context.roles.map((role) => [role.id, unitsFor(role, context.units, context.held, membership)]),
      ),
    [context, membership],
  );
  const latest = useRef({ roles, onChange });
  useEffect(() => {
    latest.current = { roles, onChange };
  });
  const changeRoles = useCallback((next: (before: CheckedRoles) => CheckedRoles): void => {
    latest.current.onChange(next(latest.current.roles));
  }, []);
  return (
    <div className={classes.groups}>
      {groups.map(([tag, inside]) => (
        <fieldset key={tag} className={classes.group}>
          <legend className={classes.tag}>{tag}</legend>
          {inside.map((role) => (
            <RoleRow
              key={role.id}
              role={role}
              membershipId={membership?.id}
              units={offered.get(role.id) ?? noPlaces}
              checkedIds={roles.get(role.id) ?? noUnits}
              allUnits={context.units}
              isOpen={openId === role.id}
              onOpen={setOpenId}
              onChange={changeRoles}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
});

const noUnits: ReadonlySet<number> = new Set();
const noPlaces: readonly OrganisationUnit[] = [];

interface RoleRowProps {
  role: ExposedRole;
  membershipId: number | undefined;
  /** Organisations where the editor may give the role. */
  units: readonly OrganisationUnit[];
  allUnits: readonly OrganisationUnit[];
  checkedIds: ReadonlySet<number>;
  isOpen: boolean;
  /** Opens the tree of one role. */
  onOpen: (roleId: string | undefined) => void;
  onChange: (next: (before: CheckedRoles) => CheckedRoles) => void;
}

/** One role with its checked organisations and the tree to change them. */
const RoleRow = memo(function RoleRow(props: RoleRowProps) {
  const { role, units, allUnits, checkedIds, isOpen, membershipId, onOpen, onChange } = props;
  const { t } = useTranslation();
  const id = useId();
  const checked = useMemo(
    () => (checkedIds.size === 0 ? [] : allUnits.filter((unit) => checkedIds.has(unit.id))),
    [allUnits, checkedIds],
  );
  const isOffered = units.length > 0;
  function check(isChecked: boolean): void {
    const first = units.find((unit) => unit.id === membershipId) ?? units[0];
    const unitIds = isChecked && first !== undefined ? new Set([first.id]) : noUnits;
    onChange((roles) => withUnits(roles, role.id, unitIds));
  }
  return (
    <div className={classes.role} data-checked={checkedIds.size > 0 || undefined}>
      <div className={classes.roleHead}>
        <CheckField
          label={role.name}
          description={isOffered ? role.description : t('users.roles.beyond', { text: role.description })}
          isChecked={checkedIds.size > 0}
          disabled={!isOffered}
          onChange={check}
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
            onClick={() => onOpen(isOpen ? undefined : role.id)}
          >
            <span className={classes.whereText}>{organisationText(checked, t)}</span>
          </Button>
        )}
      </div>
      {isOpen && (
        <div id={id} className={classes.tree}>
          <UnitTree
            {...{ role, units, checked, checkedIds }}
            onUnit={(unit, isChecked) =>
              onChange((roles) => withUnit(roles, role.id, unit, isChecked, units))
            }
          />
        </div>
      )}
    </div>
  );
});

interface UnitTreeProps extends Pick<RoleRowProps, 'role' | 'units' | 'checkedIds'> {
  checked: readonly OrganisationUnit[];
  onUnit: (unit: OrganisationUnit, isChecked: boolean) => void;
}

/** Mounted only while open: the tree may have a thousand organisations. */
function UnitTree({ role, units, checked, checkedIds, onUnit }: UnitTreeProps) {
  const { t } = useTranslation();
  const nodes = useMemo(() => units.map((unit) => typedOrganisationNode(unit, t)), [units, t]);
  const covered = useMemo(
    () => new Set(units.filter((unit) => unitAbove(unit, checked) !== undefined).map(({ id }) => String(id))),
    [units, checked],
  );
  return (
    <TreePicker
      nodes={nodes}
      selectedId={undefined}
      checkedIds={new Set([...checkedIds].map(String))}
      coveredIds={covered}
      onPick={(id) => {
        const unit = units.find((candidate) => String(candidate.id) === id);
        if (unit !== undefined) onUnit(unit, !checkedIds.has(unit.id));
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
  if (first === undefined) return t('users.roles.nowhere');
  if (checked.length === 1) return first.name;
  return t('users.roles.units', { count: checked.length });
}

import { useMemo, useState } from 'react';
import type { OrganisationUnit } from '#features/users/endpoints.ts';
import { rolesByTag, unitsFor, withUnit, withUnits, type CheckedRoles } from '#features/users/role-choice.ts';
import { RoleRow } from '#features/users/web/form/role-row.tsx';
import classes from '#features/users/web/form/user-form.module.css';
import type { UserEditContext } from '#features/users/web/use-user-edit-context.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = {
  work: UserEditContext;
  membership: OrganisationUnit | undefined;
  roles: CheckedRoles;
  onChange: (roles: CheckedRoles) => void;
};

/** Roles under their tags, each with the organisations it is checked on (docs/domain.md#users). */
export function RoleSelector({ work, membership, roles, onChange }: Props) {
  const { t } = useTranslation();
  const [openId, setOpenId] = useState<string>();
  const groups = useMemo(() => rolesByTag(work.roles, t('users.roles.untagged')), [work.roles, t]);
  const offered = useMemo(
    () => new Map(work.roles.map((role) => [role.id, unitsFor(role, work.units, work.held, membership)])),
    [work, membership],
  );
  return (
    <div className={classes.groups}>
      {groups.map(([tag, inside]) => (
        <fieldset key={tag} className={classes.group}>
          <legend className={classes.tag}>{tag}</legend>
          {inside.map((role) => {
            const units = offered.get(role.id) ?? [];
            return (
              <RoleRow
                key={role.id}
                role={role}
                units={units}
                checkedIds={roles.get(role.id) ?? noUnits}
                allUnits={work.units}
                isOpen={openId === role.id}
                onOpen={(isOpen) => setOpenId(isOpen ? role.id : undefined)}
                onCheck={(isChecked) => {
                  const first = units.find(({ id }) => id === membership?.id) ?? units[0];
                  const at = isChecked && first != null ? new Set([first.id]) : noUnits;
                  onChange(withUnits(roles, role.id, at));
                }}
                onUnit={(unit, isChecked) => onChange(withUnit(roles, role.id, unit, isChecked, units))}
              />
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}

const noUnits: ReadonlySet<number> = new Set();

import { IconBuilding } from '@tabler/icons-react';
import { useTranslation } from '#web/translate/use-translation.ts';
import { covers } from '#shared/org-path.ts';
import type { ExposedRole, OrganisationUnit } from '../schemas.ts';
import type { Entitlement } from '../scim-user.ts';
import type { CheckedRoles } from '../role-choice.ts';
import classes from './user-form.module.css';

/** One organisation and the roles that hold there and below. */
interface GrantLine {
  unitId: number;
  unitName: string;
  reachesDown: boolean;
  roles: readonly string[];
}

/** The grants by organisation. */
export function GrantSummary({ lines }: { lines: readonly GrantLine[] }) {
  const { t } = useTranslation();
  if (lines.length === 0) return <p className="quiet-text">{t('users.roles.none')}</p>;
  return (
    <ul className={classes.summary}>
      {lines.map((line) => (
        <li key={line.unitId}>
          <span className={classes.unit}>
            <IconBuilding size={16} aria-hidden />
            <span>
              {line.unitName}
              {line.reachesDown && <span className={classes.below}> {t('users.roles.and_below')}</span>}
            </span>
          </span>
          <span className={classes.chips}>
            {line.roles.map((role) => (
              <span key={role} className={classes.chip}>
                {role}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Grants by organisation, with the names from the server. */
export function toGrantLines(
  entitlements: readonly Entitlement[],
  units: readonly OrganisationUnit[],
): GrantLine[] {
  const lines = new Map<string, GrantLine>();
  for (const { type, operation, display } of entitlements) {
    const path = units.find(({ id }) => String(id) === type)?.parentPath;
    const reachesDown = units.some(
      (unit) => path !== undefined && unit.parentPath !== path && covers(path, unit.parentPath),
    );
    const roles = [...(lines.get(type)?.roles ?? []), display];
    lines.set(type, { unitId: Number(type), unitName: operation, reachesDown, roles });
  }
  return [...lines.values()].sort((left, right) => left.unitName.localeCompare(right.unitName));
}

/** The checked roles by organisation, from the top down. */
export function grantLines(
  roles: CheckedRoles,
  exposed: readonly ExposedRole[],
  units: readonly OrganisationUnit[],
): GrantLine[] {
  const byUnit = new Map<number, string[]>();
  for (const { id, name } of exposed) {
    for (const unit of roles.get(id) ?? []) byUnit.set(unit, [...(byUnit.get(unit) ?? []), name]);
  }
  return units
    .filter(({ id }) => byUnit.has(id))
    .sort((left, right) => left.parentPath.localeCompare(right.parentPath))
    .map((unit) => ({
      unitId: unit.id,
      unitName: unit.name,
      reachesDown: units.some(({ id, parentPath }) => id !== unit.id && covers(unit.parentPath, parentPath)),
      roles: byUnit.get(unit.id) ?? [],
    }));
}

import { Button } from '@mantine/core';
import { memo, useState } from 'react';
import { IconBuilding } from '@tabler/icons-react';
import { useTranslation } from '#web/translate/use-translation.ts';
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

/** Organisations that are listed at first. */
const maxLines = 20;

/** The grants by organisation; of many, the first ones until the user asks for all. */
export const GrantSummary = memo(function GrantSummary({ lines }: { lines: readonly GrantLine[] }) {
  const { t } = useTranslation();
  const [isWhole, setIsWhole] = useState(false);
  if (lines.length === 0) return <p className="quiet-text">{t('users.roles.none')}</p>;
  const shown = isWhole ? lines : lines.slice(0, maxLines);
  return (
    <>
      <ul className={classes.summary}>
        {shown.map((line) => (
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
      {shown.length < lines.length && (
        <Button variant="default" onClick={() => setIsWhole(true)}>
          {t('users.roles.show_all', { count: lines.length })}
        </Button>
      )}
    </>
  );
});

/** Grants by organisation, with the names from the server. */
export function toGrantLines(
  entitlements: readonly Entitlement[],
  units: readonly OrganisationUnit[],
): GrantLine[] {
  const parents = idsAboveOthers(units);
  const lines = new Map<string, GrantLine>();
  for (const { type, operation, display } of entitlements) {
    const reachesDown = parents.has(type);
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
  const parents = idsAboveOthers(units);
  return units
    .filter(({ id }) => byUnit.has(id))
    .sort((left, right) => left.parentPath.localeCompare(right.parentPath))
    .map((unit) => ({
      unitId: unit.id,
      unitName: unit.name,
      reachesDown: parents.has(String(unit.id)),
      roles: byUnit.get(unit.id) ?? [],
    }));
}

/** The ids of all organisations that have one of these below them. */
const idsAboveOthers = (units: readonly OrganisationUnit[]): Set<string> =>
  new Set(units.flatMap(({ parentPath }) => parentPath.split('/').slice(1, -1)));

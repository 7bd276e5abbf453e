import { IconBuilding } from '@tabler/icons-react';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './user-form.module.css';

/** One organisation and the roles that hold there and below. */
export interface GrantLine {
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

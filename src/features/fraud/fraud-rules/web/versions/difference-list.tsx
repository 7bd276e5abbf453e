import type { RuleDifference } from '../../rule-difference.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from '../rules.module.css';

/** Changes between two versions: removed, added and changed parts. */
export function DifferenceList({ differences }: { differences: readonly RuleDifference[] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.differences}>
      {differences.map(({ kind, text }, index) => (
        <li key={index} data-kind={kind}>
          {kind === 'changed' ? text : t(`rules.change.${kind}`, { text })}
        </li>
      ))}
    </ul>
  );
}

import type { MeasuredImpact } from '#features/fraud-impact/schemas.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './impact.module.css';
import { useImpactFormats } from './use-impact-formats.ts';
import { impactDays } from './use-impact.ts';

interface Props {
  ranges: readonly (MeasuredImpact | undefined)[];
  /** The end of the ranges, in words. */
  until: string;
}

const outcomes = ['blocked', 'declined', 'deferred', 'refunded', 'kept'] as const;

/** What would change and what matches, with the outcomes of the matches, which add up. */
export function ImpactTable({ ranges, until }: Props) {
  const { t } = useTranslation();
  const { number } = useImpactFormats();
  const row = (name: 'wouldChange' | 'matches' | (typeof outcomes)[number], kind: string) => (
    <tr key={name} data-kind={kind}>
      <th scope="row">{t(`rule_impact.row.${name}`)}</th>
      {ranges.map((range, at) => (
        <td key={impactDays[at]} className="number">
          {range === undefined ? '—' : number(range[name])}
        </td>
      ))}
    </tr>
  );
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{t('rule_impact.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{until}</th>
          {impactDays.map((days) => (
            <th key={days} scope="col">
              {t(`rule_impact.days_${days}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row('wouldChange', 'headline')}
        {row('matches', 'sum')}
        {outcomes.map((outcome) => row(outcome, 'part'))}
      </tbody>
    </table>
  );
}

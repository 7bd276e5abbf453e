import { Button } from '@mantine/core';
import type { DraftRule, MeasuredImpact } from '#features/fraud/fraud-impact/schemas.ts';
import { JobProgress } from '#ui/feedback/job-progress.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { useDelayed } from '#ui/feedback/use-delayed.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './impact.module.css';
import { ImpactSample } from './impact-sample.tsx';
import { useImpactFormats } from './use-impact-formats.ts';
import { type ImpactState, impactDays } from './use-impact.ts';

interface Props {
  impact: ImpactState;
  /** The id of a stored rule. */
  ruleId?: number;
  action: DraftRule['action'];
  /** The rule is being changed and not complete: the figures are of an earlier one. */
  isIncomplete: boolean;
  fieldName: (field: string) => string;
}

/** The figures of a rule in every state: measuring, measured, stopped, failed, without a match. */
export function ImpactFigures({ impact, ruleId, action, isIncomplete, fieldName }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const { number } = useImpactFormats();
  const { ranges, completed, status, stop, measure } = impact;
  const isSlow = useDelayed(status === 'measuring' && !isIncomplete, 1000);
  const widest = ranges.findLast((range) => range !== undefined);
  const isOld = isIncomplete || status === 'measuring' || status === 'failed';
  const hasNone = status === 'measured' && widest?.matches === 0;
  return (
    <div className={classes.figures}>
      {isIncomplete && <p className={classes.hint}>{t('rule_impact.incomplete')}</p>}
      {isSlow && (
        <JobProgress
          label={t('rule_impact.measuring')}
          done={completed / impactDays.length}
          cancel={
            <Button variant="default" size="compact-sm" onClick={stop}>
              {t('rule_impact.stop')}
            </Button>
          }
        />
      )}
      {!isIncomplete && status === 'failed' && (
        <Notice
          kind="failed"
          action={
            <Button variant="default" size="compact-sm" onClick={measure}>
              {t('rule_impact.retry')}
            </Button>
          }
        >
          {t('rule_impact.failed')}
        </Notice>
      )}
      {!isIncomplete && status === 'stopped' && (
        <p className={classes.hint}>
          {t('rule_impact.stopped')}{' '}
          <Button variant="default" size="compact-sm" onClick={measure}>
            {t('rule_impact.again')}
          </Button>
        </p>
      )}
      {widest === undefined && status === 'measuring' && <SkeletonLines lines={7} />}
      {widest !== undefined && (
        <div className={classes.measured} data-old={isOld || undefined} aria-busy={isOld}>
          {hasNone && <p className={classes.none}>{t('rule_impact.none')}</p>}
          {!hasNone && (
            <ImpactTable
              ranges={ranges}
              until={t('rule_impact.until', { time: times.short(widest.until) })}
            />
          )}
          <ImpactNotes range={widest} action={action} fieldName={fieldName} />
          {widest.sample !== undefined && widest.sample.length > 0 && (
            <ImpactSample sample={widest.sample} ruleId={ruleId} />
          )}
        </div>
      )}
      <p className="visually-hidden" role="status">
        {status === 'measured' && !isIncomplete && widest !== undefined
          ? t('rule_impact.spoken', {
              matches: number(widest.matches),
              change: number(widest.wouldChange),
            })
          : ''}
      </p>
    </div>
  );
}

interface ImpactTableProps {
  ranges: readonly (MeasuredImpact | undefined)[];
  /** The end of the ranges, in words. */
  until: string;
}

const outcomes = ['blocked', 'declined', 'deferred', 'fraud', 'refunded', 'kept'] as const;

/** The changed payments and the matches, with the outcomes of the matches, which add up. */
function ImpactTable({ ranges, until }: ImpactTableProps) {
  const { t } = useTranslation();
  const { number } = useImpactFormats();
  const row = (name: 'wouldChange' | 'matches' | (typeof outcomes)[number], kind: string) => (
    <tr key={name} data-kind={kind}>
      <th scope="row">{t(`rule_impact.row.${name}`)}</th>
      {ranges.map((range, index) => (
        <td key={impactDays[index]} className="number">
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

interface ImpactNotesProps {
  /** The longest measured range. */
  range: MeasuredImpact;
  action: DraftRule['action'];
  /** The name of a field, as the rule shows it. */
  fieldName: (field: string) => string;
}

/** Below so many payments a percentage means little. */
const fewPayments = 30;

/** Money, fraud, refunds, overlap, coverage, and the limits of the figures. */
function ImpactNotes({ range, action, fieldName }: ImpactNotesProps) {
  const { t } = useTranslation();
  const times = useTimes();
  const { number, share, money } = useImpactFormats();
  const { wouldChange, wouldChangeRefunded, accepted, acceptedRefunded, otherCurrencies } = range;
  const { wouldChangeFraud, acceptedFraud } = range;
  const notes: string[] = [];
  if (range.money.length > 0) {
    const key = otherCurrencies > 0 ? 'rule_impact.money_more' : 'rule_impact.money';
    notes.push(t(key, { money: money(range.money), number: otherCurrencies }));
  }
  if (wouldChange > 0 && acceptedFraud > 0)
    notes.push(
      wouldChange < fewPayments
        ? t('rule_impact.frauds_few', { number: number(wouldChangeFraud), total: number(wouldChange) })
        : t('rule_impact.frauds', {
            number: number(wouldChangeFraud),
            share: share(wouldChangeFraud, wouldChange),
            base: share(acceptedFraud, accepted),
          }),
    );
  if (wouldChange > 0)
    notes.push(
      wouldChange < fewPayments
        ? t('rule_impact.refunds_few', { number: number(wouldChangeRefunded), total: number(wouldChange) })
        : t('rule_impact.refunds', {
            number: number(wouldChangeRefunded),
            share: share(wouldChangeRefunded, wouldChange),
            base: share(acceptedRefunded, accepted),
          }),
    );
  if (range.closedAsFraud) notes.push(t('rule_impact.fraud_cases', { number: number(range.closedAsFraud) }));
  if (action === 'Accept') notes.push(t('rule_impact.accept'));
  if (range.matches > 0 && range.blocked === range.matches) notes.push(t('rule_impact.covered'));
  for (const { source, count } of range.blockedBy)
    notes.push(t(`rule_impact.blocked_by.${source.replace(' ', '_')}`, { number: number(count) }));
  for (const otherRule of (range.overlap ?? []).slice(0, 3))
    notes.push(t('rule_impact.overlap', { name: otherRule.name, number: number(otherRule.count) }));
  for (const { field, count } of range.missing)
    notes.push(t('rule_impact.missing', { field: fieldName(field), share: share(count, range.payments) }));
  if (range.dataSince !== undefined) notes.push(t('rule_impact.since', { day: times.date(range.dataSince) }));
  notes.push(t('rule_impact.compared'));
  return (
    <ul className={classes.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

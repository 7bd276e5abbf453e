import type { DraftRule, MeasuredImpact } from '#features/fraud-impact/schemas.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './impact.module.css';
import { useImpactFormats } from './use-impact-formats.ts';

interface Props {
  /** Of the longest range that was measured. */
  range: MeasuredImpact;
  action: DraftRule['action'];
  /** The name of a field, as the rule shows it. */
  fieldName: (field: string) => string;
}

/** Below so many payments a percentage says little. */
const fewPayments = 30;

/** Money, refunds, overlap, coverage, and what the figures do not say. */
export function ImpactNotes({ range, action, fieldName }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const { number, share, money } = useImpactFormats();
  const { wouldChange, wouldChangeRefunded, accepted, acceptedRefunded, otherCurrencies } = range;
  const notes: string[] = [];
  if (range.money.length > 0) {
    const key = otherCurrencies > 0 ? 'rule_impact.money_more' : 'rule_impact.money';
    notes.push(t(key, { money: money(range.money), number: otherCurrencies }));
  }
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
  for (const one of (range.overlap ?? []).slice(0, 3))
    notes.push(t('rule_impact.overlap', { name: one.name, number: number(one.count) }));
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

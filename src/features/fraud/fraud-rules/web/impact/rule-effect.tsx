import { getRuleEffect } from '#features/fraud/fraud-impact/endpoints.ts';
import type { RuleEffect } from '#features/fraud/fraud-impact/schemas.ts';
import { BarChart } from '#ui/bar-chart.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Section } from '#ui/layout/section.tsx';
import { formatDays } from '#ui/date/format-days.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './impact.module.css';
import { useImpactFormats } from './use-impact-formats.ts';

interface Props {
  orgId: number;
  ruleId: number;
}

/** The effect of an active rule since its activation; nothing for an inactive one. */
export function RuleEffectSection({ orgId, ruleId }: Props) {
  const { t } = useTranslation();
  const effect = useCall(getRuleEffect, { path: { orgId, ruleId } }, { handlesOwnErrors: true });
  if (effect.data !== undefined && effect.data.activeSince === undefined) return null;
  return (
    <Section title={t('rule_impact.effect.title')}>
      <FailureNotice failure={effect.error} title={t('rule_impact.effect.failed')} />
      {effect.isPending && <SkeletonLines />}
      {effect.data !== undefined && <EffectFigures effect={effect.data} />}
    </Section>
  );
}

/** Matches a day against those expected, and acceptance before and after. */
export function EffectFigures({ effect }: { effect: RuleEffect }) {
  const { t, language } = useTranslation();
  const times = useTimes();
  const { perDay, share, number } = useImpactFormats();
  if (!effect.isMeasured) return <p className={classes.hint}>{t('rule_impact.effect.waiting')}</p>;
  const { before, after, expectedPerDay } = effect;
  const perDayText = t('rule_impact.effect.per_day', {
    number: perDay(effect.perDay),
    expected: expectedPerDay === undefined ? '—' : perDay(expectedPerDay),
  });
  const acceptance = t('rule_impact.effect.acceptance', {
    before: share(before.accepted, before.payments),
    after: share(after.accepted, after.payments),
  });
  const nameOf = (day: string) => formatDays(day, day, times.today(), browserLocale(language));
  return (
    <div className={classes.effect}>
      <p className={classes.none}>
        {perDayText} {acceptance}
      </p>
      {effect.days.length > 0 && (
        <BarChart
          label={t('rule_impact.effect.chart')}
          summary={<span className={classes.hint}>{t('rule_impact.effect.chart')}</span>}
          series={[{ id: 'matches', label: t('rule_impact.row.matches'), tone: 'accent' }]}
          groups={effect.days.map(({ day, matches }) => ({
            id: day,
            label: nameOf(day),
            title: nameOf(day),
            values: [matches],
          }))}
          markLabel={(group, _series, value) =>
            t('rule_impact.effect.mark', { day: group.title, number: number(value) })
          }
          renderMark={(_group, _series, mark) => <span role="img" {...mark} />}
        />
      )}
    </div>
  );
}

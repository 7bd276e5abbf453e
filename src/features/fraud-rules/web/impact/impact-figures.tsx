import { Button } from '@mantine/core';
import type { DraftRule } from '#features/fraud-impact/schemas.ts';
import { JobProgress } from '#ui/feedback/job-progress.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { useDelayed } from '#ui/feedback/use-delayed.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './impact.module.css';
import { ImpactNotes } from './impact-notes.tsx';
import { ImpactSample } from './impact-sample.tsx';
import { ImpactTable } from './impact-table.tsx';
import { useImpactFormats } from './use-impact-formats.ts';
import { impactDays, type ImpactState } from './use-impact.ts';

interface Props {
  impact: ImpactState;
  /** Of a stored rule. */
  ruleId?: number | undefined;
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
  const { ranges, done, status, stop, measure } = impact;
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
          done={done / impactDays.length}
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

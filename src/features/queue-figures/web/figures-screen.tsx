import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { addDays } from '#shared/calendar-day.ts';
import { RangePicker } from '#ui/date/range/range-picker.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useAddress } from '#web/address.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getQueueFigures } from '../endpoints.ts';
import { maxDays } from '../figures.ts';
import { defaultRange, readFiguresSearch } from '../figures-search.ts';
import type { QueueFigures } from '../schemas.ts';
import { DecisionsChart, OpenChart } from './charts.tsx';
import { CountedTasks, type Figure } from './counted-tasks.tsx';
import { FiguresTable } from './figures-table.tsx';
import classes from './figures.module.css';
import { Totals } from './totals.tsx';

/** /queueManagement/figures: whether review keeps up. Every figure opens the tasks that it counts. */
export function FiguresScreen() {
  const { t } = useTranslation();
  const times = useTimes();
  const navigate = useNavigate();
  const { organisation } = useSignedIn();
  const given = useAddress(readFiguresSearch);
  const today = times.today();
  const { from, to } = given.from && given.to ? { from: given.from, to: given.to } : defaultRange(today);
  const query = { from, to, timeZone: times.zone };
  const orgId = organisation.selectedParentOrgId;
  const figures = useCall(
    getQueueFigures,
    { path: { orgId }, query },
    { isHandledHere: true, placeholderData: (known) => known },
  );
  const [opened, setOpened] = useState<Figure>();
  const { data, error } = figures;
  return (
    <Page title={t('screen.queueFigures')} subtitle={organisation.selectedOrgName}>
      <RangePicker
        label={t('queue_figures.days')}
        value={{ from, to }}
        min={addDays(today, 1 - maxDays)}
        today={today}
        onChange={(days) => days && void navigate(paths.queueFigures(days))}
      />
      {error != null && data === undefined && (
        <ErrorState
          title={t('queue_figures.failed')}
          requestId={error.requestId}
          onRetry={() => void figures.refetch()}
        >
          {errorText(error.message)}
        </ErrorState>
      )}
      {data === undefined && error == null && <SkeletonLines lines={12} lineHeight={40} />}
      {data !== undefined && (
        <div className={classes.figures} aria-busy={figures.isPlaceholderData}>
          <LoadedFigures figures={data} onOpen={setOpened} />
        </div>
      )}
      <CountedTasks orgId={orgId} query={query} figure={opened} onClose={() => setOpened(undefined)} />
    </Page>
  );
}

interface LoadedProps {
  figures: QueueFigures;
  onOpen: (figure: Figure) => void;
}

function LoadedFigures({ figures, onOpen }: LoadedProps) {
  const { t } = useTranslation();
  const isEmpty = figures.days.every((day) => day.ACCEPTED + day.REJECTED + day.FLUSHED + day.EXPIRED === 0);
  return (
    <>
      <section className={classes.card} aria-labelledby="open-title">
        <h2 id="open-title">{t('queue_figures.open')}</h2>
        <OpenChart open={figures.open} onOpen={onOpen} />
      </section>
      {isEmpty ? (
        <EmptyState title={t('queue_figures.no_decisions')}>
          {t('queue_figures.no_decisions_text')}
        </EmptyState>
      ) : (
        <>
          <section className={classes.card} aria-labelledby="decisions-title">
            <h2 id="decisions-title">{t('queue_figures.decisions')}</h2>
            <Totals figures={figures} onOpen={onOpen} />
            <DecisionsChart days={figures.days} onOpen={onOpen} />
          </section>
          <FiguresTable
            title={t('queue_figures.by_reviewer')}
            head={t('queue_figures.reviewer')}
            rows={figures.reviewers.map((row) => ({
              ...row,
              name: row.reviewer,
              filter: { reviewer: row.reviewer },
            }))}
            onOpen={onOpen}
          />
          <FiguresTable
            title={t('queue_figures.by_rule')}
            head={t('queue_figures.rule')}
            rows={figures.rules.map((row) => ({ ...row, filter: { ruleId: String(row.ruleId) } }))}
            onOpen={onOpen}
          />
        </>
      )}
    </>
  );
}

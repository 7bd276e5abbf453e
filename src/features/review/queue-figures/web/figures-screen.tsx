import { numberFormat } from '#shared/text/intl-formats.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { UnstyledButton } from '@mantine/core';
import { addDays } from '#shared/calendar-day.ts';
import { RangePicker } from '#ui/date/range-picker.tsx';
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
import { formatDuration } from '#web/format/duration.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { getQueueFigures } from '../endpoints.ts';
import { maxDays } from '../figures.ts';
import { defaultRange, readFiguresSearch } from '../figures-search.ts';
import type { DecidedCounts, QueueFigures } from '../schemas.ts';
import { DecisionsChart, OpenChart, CountedTasks, type Figure } from './charts.tsx';
import classes from './figures.module.css';

/** /queueManagement/figures: whether review keeps up. Every figure opens the tasks that it counts. */
export function FiguresScreen() {
  const { t } = useTranslation();
  const times = useTimes();
  const navigate = useNavigate();
  const { organisation } = useSignedIn();
  const address = useAddress(readFiguresSearch);
  const today = times.today();
  const { from, to } =
    address.from && address.to ? { from: address.from, to: address.to } : defaultRange(today);
  const query = { from, to, timeZone: times.zone };
  const orgId = organisation.selectedParentOrgId;
  const figures = useCall(
    getQueueFigures,
    { path: { orgId }, query },
    { handlesOwnErrors: true, placeholderData: (previous) => previous },
  );
  const [openedFigure, setOpenedFigure] = useState<Figure>();
  const { data, error } = figures;
  return (
    <Page width="form" title={t('screen.queueFigures')} subtitle={organisation.selectedOrgName}>
      <RangePicker
        label={t('queue_figures.days')}
        value={{ from, to }}
        min={addDays(today, 1 - maxDays)}
        today={today}
        onChange={(days) => days && void navigate(paths.queueFigures(days))}
      />
      {error !== null && data === undefined && (
        <ErrorState
          title={t('queue_figures.failed')}
          requestId={error.requestId}
          onRetry={() => void figures.refetch()}
        >
          {errorText(error.message)}
        </ErrorState>
      )}
      {data === undefined && error === null && <SkeletonLines lines={12} lineHeight={40} />}
      {data !== undefined && (
        <div className={classes.figures} aria-busy={figures.isPlaceholderData}>
          <LoadedFigures figures={data} onOpen={setOpenedFigure} />
        </div>
      )}
      <CountedTasks
        orgId={orgId}
        query={query}
        figure={openedFigure}
        onClose={() => setOpenedFigure(undefined)}
      />
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
              key: row.reviewer,
              filter: { reviewer: row.reviewer },
            }))}
            onOpen={onOpen}
          />
          <FiguresTable
            title={t('queue_figures.by_rule')}
            head={t('queue_figures.rule')}
            rows={figures.rules.map((row) => ({
              ...row,
              key: String(row.ruleId),
              filter: { ruleId: String(row.ruleId) },
            }))}
            onOpen={onOpen}
          />
        </>
      )}
    </>
  );
}

interface Row extends DecidedCounts {
  key: string;
  name: string;
  /** For reviewers only. */
  medianSeconds?: number;
  refunded: number;
  filter: Figure['filter'];
}

interface FiguresTableProps {
  title: string;
  /** The heading of the first column. */
  head: string;
  rows: readonly Row[];
  onOpen: (figure: Figure) => void;
}

/** Closed tasks of each reviewer or rule. */
function FiguresTable({ title, head, rows, onOpen }: FiguresTableProps) {
  const { t, language } = useTranslation();
  const locale = browserLocale(language);
  const number = numberFormat(locale);
  const hasTimes = rows.some(({ medianSeconds }) => medianSeconds !== undefined);
  if (rows.length === 0) return null;
  const cell = (row: Row, label: string, count: number, filter: Figure['filter']) =>
    count === 0 ? (
      '0'
    ) : (
      <UnstyledButton
        className={classes.open}
        aria-label={t('queue_figures.mark', { what: `${row.name}, ${label}`, count })}
        onClick={() => onOpen({ title: `${row.name}, ${label}`, filter: { ...row.filter, ...filter } })}
      >
        {number.format(count)}
      </UnstyledButton>
    );
  const statuses = ['ACCEPTED', 'REJECTED', 'EXPIRED', 'FLUSHED'] as const;
  return (
    <section className={classes.card}>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {statuses.map((status) => (
                <th key={status} scope="col">
                  {t(`queue_figures.status.${status}`)}
                </th>
              ))}
              <th scope="col">{t('queue_figures.total.accepted')}</th>
              <th scope="col">{t('queue_figures.total.refunded')}</th>
              {hasTimes && <th scope="col">{t('queue_figures.total.median')}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.name}</th>
                {statuses.map((status) => (
                  <td key={status} className="number">
                    {cell(row, t(`queue_figures.status.${status}`), row[status], { status })}
                  </td>
                ))}
                <td className="number">{shareOf(row.ACCEPTED, row.ACCEPTED + row.REJECTED, locale)}</td>
                <td className="number">
                  {cell(row, t('queue_figures.total.refunded'), row.refunded, { refunded: 'true' })}
                </td>
                {hasTimes && (
                  <td className="number">{formatDuration((row.medianSeconds ?? 0) * 1000, locale)}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface Props {
  figures: QueueFigures;
  onOpen: (figure: Figure) => void;
}

/** Share accepted, time to decision, and accepted tasks that were refunded since. */
function Totals({ figures, onOpen }: Props) {
  const { t, language } = useTranslation();
  const locale = browserLocale(language);
  const { days, medianSeconds, p95Seconds, acceptedRefunded } = figures;
  const sumOf = (status: 'ACCEPTED' | 'REJECTED') => days.reduce((all, day) => all + day[status], 0);
  const [accepted, rejected] = [sumOf('ACCEPTED'), sumOf('REJECTED')];
  const duration = (seconds: number | null) =>
    seconds === null ? '—' : formatDuration(seconds * 1000, locale);
  const figure = (name: string, value: string, filter?: Figure['filter']) => (
    <div key={name}>
      <dt>{t(`queue_figures.total.${name}`)}</dt>
      <dd className="number">
        {filter ? (
          <UnstyledButton
            className={classes.open}
            onClick={() => onOpen({ title: t(`queue_figures.total.${name}`), filter })}
          >
            {value}
          </UnstyledButton>
        ) : (
          value
        )}
      </dd>
    </div>
  );
  return (
    <dl className={classes.facts}>
      {figure('accepted', shareOf(accepted, accepted + rejected, locale), { status: 'ACCEPTED' })}
      {figure('median', duration(medianSeconds))}
      {figure('p95', duration(p95Seconds))}
      {figure('refunded', shareOf(acceptedRefunded, accepted, locale), { refunded: 'true' })}
    </dl>
  );
}

/** A share with one digit; a dash of nothing. */
function shareOf(count: number, total: number, locale: string): string {
  if (total === 0) return '—';
  return numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(count / total);
}

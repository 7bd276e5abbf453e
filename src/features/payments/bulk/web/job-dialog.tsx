import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { JobProgress } from '#ui/feedback/job-progress.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { type StatusTone, StatusBadge } from '#ui/layout/status-badge.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useLastShown } from '#ui/overlay/use-last-shown.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { type ItemState, isLinkAction, isRetryable, itemStates } from '../bulk-work.ts';
import { getBulkJob, listBulkJobs, retryBulkJob, stopBulkJob } from '../endpoints.ts';
import type { BulkItem } from '../schemas.ts';
import { toSums } from '../sum-amounts.ts';
import classes from './bulk.module.css';
import { closeBulkJob, useOpenBulkJob } from './open-job.ts';
import { useBulkJob } from './use-bulk-job.ts';
import { type BulkLabels, useBulkLabels } from './use-bulk-labels.ts';

/** The open job over any screen: how far it is, how to stop it, and the result of each payment or link. */
export function JobDialog({ isOpen }: { isOpen: boolean }) {
  const jobId = useOpenBulkJob();
  const last = useLastShown(jobId);
  if (last === undefined) return null;
  return <OpenJob key={last} jobId={last} isOpen={isOpen} />;
}

function OpenJob({ jobId, isOpen }: { jobId: string; isOpen: boolean }) {
  const labels = useBulkLabels();
  const { t } = labels;
  const texts = useUiTexts();
  const queries = useQueryClient();
  const job = useBulkJob(jobId, isOpen);
  const stop = useSend(stopBulkJob, { handlesOwnErrors: true });
  const retry = useSend(retryBulkJob, { handlesOwnErrors: true });
  const [wasRunning, setWasRunning] = useState(false);
  const { data } = job;
  const isRunning = data !== undefined && data.endedAt === null;
  if (isRunning && !wasRunning) setWasRunning(true);
  const path = { jobId };

  function close(): void {
    closeBulkJob();
    // The list below shows payments as they were.
    if (wasRunning) void queries.invalidateQueries();
  }
  async function change(send: typeof stop | typeof retry): Promise<void> {
    const changed = await send.mutateAsync({ path, body: {} }).catch(() => undefined);
    if (changed !== undefined) queries.setQueryData([getBulkJob.name, { path }], changed);
    await queries.invalidateQueries({ queryKey: [listBulkJobs.name] });
  }
  const again = data?.items.filter(({ state }) => isRetryable(state)) ?? [];
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      size="large"
      title={data === undefined ? t('bulk.job') : labels.doing(data.action, data.total)}
      actions={
        <>
          {!isRunning && again.length > 0 && (
            <Button variant="default" loading={retry.isPending} onClick={() => void change(retry)}>
              {t('bulk.retry', { text: labels.doing(data?.action ?? 'REFUND', again.length, toSums(again)) })}
            </Button>
          )}
          <Button onClick={close} data-autofocus>
            {texts.close}
          </Button>
        </>
      }
    >
      <div className="stack">
        {data === undefined && job.error === null && <SkeletonLines lines={6} />}
        <FailureNotice failure={job.error} title={t('bulk.job_failed')} />
        <FailureNotice failure={stop.error ?? retry.error} title={t('bulk.change_failed')} />
        {data !== undefined && (
          <>
            <div role="status">
              {isRunning ? (
                <JobProgress
                  label={t('bulk.running')}
                  done={job.done}
                  detail={t('bulk.runs_on')}
                  cancel={
                    <Button
                      variant="default"
                      size="compact-sm"
                      loading={stop.isPending}
                      onClick={() => void change(stop)}
                    >
                      {t('bulk.stop')}
                    </Button>
                  }
                />
              ) : (
                <Summary states={data.states} labels={labels} />
              )}
            </div>
            <Results items={data.items} action={data.action} labels={labels} />
          </>
        )}
      </div>
    </Dialog>
  );
}

const tones: Readonly<Record<ItemState, StatusTone>> = {
  DONE: 'success',
  FAILED: 'failed',
  REJECTED: 'failed',
  UNKNOWN: 'warning',
  PENDING_APPROVAL: 'pending',
  PROCESSING: 'pending',
  RUNNING: 'pending',
  WAITING: 'neutral',
  STOPPED: 'neutral',
};

/** Waiting is no ban. */
const StateBadge = ({ state, label }: { state: ItemState; label: string }) => (
  <StatusBadge tone={tones[state]} label={label} {...(state === 'WAITING' && { icon: IconClock })} />
);

interface SummaryProps {
  states: Partial<Record<ItemState, number>>;
  labels: BulkLabels;
}

/** How many items have each result. */
export function Summary({ states, labels: { t, number } }: SummaryProps) {
  return (
    <ul className={classes.summary}>
      {itemStates
        .toReversed()
        .filter((state) => (states[state] ?? 0) > 0)
        .map((state) => (
          <li key={state}>
            <StateBadge state={state} label={`${number(states[state] ?? 0)} · ${t(`bulk.state.${state}`)}`} />
          </li>
        ))}
    </ul>
  );
}

interface ResultsProps {
  items: readonly BulkItem[];
  action: Parameters<BulkLabels['what']>[0];
  labels: BulkLabels;
}

/** What needs a look comes first. */
function Results({ items, action, labels }: ResultsProps) {
  const { t, money, reason, dispute } = labels;
  const ordered = items.toSorted(
    (a, b) => itemStates.indexOf(a.state) - itemStates.indexOf(b.state) || a.position - b.position,
  );
  return (
    <ul className={classes.results} aria-label={t('bulk.results')}>
      {ordered.map((item) => (
        <li key={item.position}>
          <span className={classes.object}>
            {isLinkAction(action) ? (
              <span className="number">{item.merchantRef ?? item.id}</span>
            ) : (
              <Link {...paths.transaction(item.id)} onClick={closeBulkJob}>
                <span className="number">{item.merchantRef ?? item.id}</span>
              </Link>
            )}
            {item.code !== null &&
              (item.state === 'FAILED' || item.state === 'REJECTED' || item.state === 'UNKNOWN') && (
                <span className={classes.reason}>{reason(item.code, action)}</span>
              )}
            {item.dispute !== null && <span className={classes.reason}>{dispute(item.dispute)}</span>}
          </span>
          <span className={`${classes.amount} number`}>{money(item.amount, item.ccyCode)}</span>
          <StateBadge state={item.state} label={t(`bulk.state.${item.state}`)} />
        </li>
      ))}
    </ul>
  );
}

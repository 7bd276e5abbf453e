import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { JobProgress } from '#ui/feedback/job-progress.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { DropPanel } from '#ui/overlay/drop-panel.tsx';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import { listBulkJobs, stopBulkJob } from '#features/payments/bulk/endpoints.ts';
import type { BulkJob } from '#features/payments/bulk/schemas.ts';
import { Summary } from '#features/payments/bulk/web/job-dialog.tsx';
import { openBulkJob } from '#features/payments/bulk/web/open-job.ts';
import { doneOf } from '#features/payments/bulk/web/use-bulk-job.ts';
import { useBulkLabels } from '#features/payments/bulk/web/use-bulk-labels.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { type PageJob, usePageJobs } from '#web/page-jobs.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './bell.module.css';

interface Props {
  isOpen: boolean;
  target: RefObject<HTMLElement | null>;
  onChange: (isOpen: boolean) => void;
}

/** The user's jobs: bulk work of the server, also of earlier sign-ins, and exports and imports of this page. */
export function JobsPanel({ isOpen, target, onChange }: Props) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const pageJobs = usePageJobs();
  const list = useCall(
    listBulkJobs,
    {},
    {
      handlesOwnErrors: true,
      enabled: isOpen,
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        isOpen && data?.jobs.some(({ endedAt }) => endedAt === null) === true ? 1000 : false,
    },
  );
  const jobs = list.data?.jobs;
  return (
    <DropPanel
      isOpen={isOpen}
      onChange={onChange}
      target={target}
      align="end"
      label={t('bell.jobs')}
      className={classes.panel}
    >
      <h2 className={classes.heading} data-phone={isPhone || undefined}>
        {t('bell.jobs')}
      </h2>
      <FailureNotice failure={list.error} title={t('bell.failed')} />
      {jobs === undefined && list.error === null && <SkeletonLines lines={3} />}
      {jobs !== undefined && (
        <ul className={classes.entries}>
          {pageJobs.map((job) => (
            <li key={job.id}>
              <OwnJob job={job} />
            </li>
          ))}
          {jobs.map((job) => (
            <li key={job.jobId}>
              <ServerJob job={job} onOpen={() => onChange(false)} />
            </li>
          ))}
        </ul>
      )}
      {jobs?.length === 0 && pageJobs.length === 0 && <p className="quiet">{t('bell.no_jobs')}</p>}
    </DropPanel>
  );
}

function ServerJob({ job, onOpen }: { job: BulkJob; onOpen: () => void }) {
  const labels = useBulkLabels();
  const { t } = labels;
  const queries = useQueryClient();
  const stop = useSend(stopBulkJob, { handlesOwnErrors: true });
  const { jobId } = job;
  const name = labels.doing(job.action, job.total);
  return (
    <div className={classes.job}>
      <div className={classes.jobHead}>
        <button
          type="button"
          className={classes.link}
          onClick={() => {
            onOpen();
            openBulkJob(jobId);
          }}
        >
          {name}
        </button>
        <TimeText at={job.createdAt} />
      </div>
      {job.endedAt === null ? (
        <JobProgress
          label={t('bulk.running')}
          done={doneOf(job)}
          cancel={
            <Button
              variant="default"
              size="compact-sm"
              loading={stop.isPending}
              onClick={() =>
                void stop
                  .mutateAsync({ path: { jobId }, body: {} })
                  .catch(() => undefined)
                  .then(() => queries.invalidateQueries({ queryKey: [listBulkJobs.name] }))
              }
            >
              {t('bulk.stop')}
            </Button>
          }
        />
      ) : (
        <Summary states={job.states} labels={labels} />
      )}
      <FailureNotice failure={stop.error} />
    </div>
  );
}

const tones = { done: 'success', failed: 'failed', stopped: 'neutral' } as const;

function OwnJob({ job: { label, state, done, detail, stop } }: { job: PageJob }) {
  const { t } = useTranslation();
  if (state !== 'running')
    return (
      <div className={classes.job}>
        <div className={classes.jobHead}>
          <span className={classes.name}>{label}</span>
          <StatusBadge tone={tones[state]} label={t(`bell.state.${state}`)} />
        </div>
        {detail !== undefined && <span className="quiet">{detail}</span>}
      </div>
    );
  return (
    <JobProgress
      label={label}
      done={done}
      detail={detail ?? t('bell.ends_with_page')}
      cancel={
        stop && (
          <Button variant="default" size="compact-sm" onClick={stop}>
            {t('bulk.stop')}
          </Button>
        )
      }
    />
  );
}

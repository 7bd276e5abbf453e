import { ActionIcon } from '@mantine/core';
import { IconBell, IconListCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { numberFormat } from '#shared/text/intl-formats.ts';
import { lazyMount } from '#ui/overlay/lazy-mount.tsx';
import { useOpenBulkJob } from '#features/payments/bulk/web/open-job.ts';
import { usePageJobs } from '#web/page-jobs.ts';
import { useIsSuspended } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { withAllTexts } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './bell.module.css';
import { useBell } from './use-bell.ts';

const JobsPanel = lazyMount(async () => (await withAllTexts(import('./jobs-panel.tsx'))).JobsPanel);
const BellPanel = lazyMount(async () => (await withAllTexts(import('./bell-panel.tsx'))).BellPanel);

const BulkJobDialog = lazyMount(
  async () => (await withAllTexts(import('#features/payments/bulk/web/job-dialog.tsx'))).JobDialog,
);

type Panel = 'jobs' | 'bell';

/** In the top bar: the user's jobs while there are any, and what concerns the user. */
export function TrayButtons() {
  const { t, language } = useTranslation();
  const [open, setOpen] = useState<Panel>();
  const jobsButton = useRef<HTMLButtonElement>(null);
  const bellButton = useRef<HTMLButtonElement>(null);
  const { data: bell, refetch } = useBell();
  const pageJobs = usePageJobs();
  // The one that was started just now runs already.
  const isJobOpen = useOpenBulkJob() !== undefined;
  const isSuspended = useIsSuspended();
  const number = (value: number): string => numberFormat(browserLocale(language)).format(value);
  const running = (bell?.running ?? 0) + pageJobs.filter(({ state }) => state === 'running').length;
  const unread = bell?.unread ?? 0;
  const hasJobs =
    running > 0 ||
    isJobOpen ||
    pageJobs.length > 0 ||
    bell?.entries.some(({ kind }) => kind === 'BULK_ENDED') === true;
  const toggle = (panel: Panel) => (isOpen: boolean) => setOpen(isOpen ? panel : undefined);
  return (
    <>
      {hasJobs && (
        <ActionIcon
          ref={jobsButton}
          className={classes.button}
          variant="subtle"
          color="gray"
          aria-expanded={open === 'jobs'}
          aria-label={running > 0 ? t('bell.jobs_running', { number: number(running) }) : t('bell.jobs')}
          onClick={() => toggle('jobs')(open !== 'jobs')}
        >
          <IconListCheck size={18} aria-hidden />
          {running > 0 && (
            <span className={classes.count} aria-hidden>
              {number(running)}
            </span>
          )}
        </ActionIcon>
      )}
      <ActionIcon
        ref={bellButton}
        className={classes.button}
        variant="subtle"
        color="gray"
        aria-expanded={open === 'bell'}
        aria-label={unread > 0 ? t('bell.unread', { number: number(unread) }) : t('bell.title')}
        onClick={() => toggle('bell')(open !== 'bell')}
      >
        <IconBell size={18} aria-hidden />
        {unread > 0 && (
          <span className={classes.count} aria-hidden>
            {number(unread)}
          </span>
        )}
      </ActionIcon>
      <BulkJobDialog isOpen={isJobOpen && !isSuspended} />
      <JobsPanel isOpen={open === 'jobs'} target={jobsButton} onChange={toggle('jobs')} />
      <BellPanel
        isOpen={open === 'bell'}
        target={bellButton}
        onChange={toggle('bell')}
        entries={bell?.entries}
        onSeen={() => void refetch()}
      />
    </>
  );
}

import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { JobProgress } from '#ui/feedback/job-progress.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { type StatusTone, StatusBadge } from '#ui/layout/status-badge.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { usePageJob } from '#web/page-jobs.ts';
import { errorText } from '#web/translate/translate.ts';
import {
  type Update,
  type UpdateStatus,
  areProcessed,
  countUpdates,
  type UpdateOutcome,
  runUpdates,
} from '../update-queue.ts';
import classes from './fraud-lists.module.css';

const tones: Readonly<Record<UpdateStatus, StatusTone>> = {
  pending: 'neutral',
  running: 'pending',
  done: 'success',
  updated: 'success',
  failed: 'failed',
  duplicate: 'warning',
  cancelled: 'neutral',
};

interface ProgressProps {
  updates: readonly Update[];
  /** Leaves out the updates that have not begun. */
  onCancel: () => void;
}

/** Each update with its status, and how many have been processed. */
function UpdateProgress({ updates, onCancel }: ProgressProps) {
  const { t } = useTranslation();
  const uiTexts = useUiTexts();
  const { processed, succeeded, failed } = countUpdates(updates);
  return (
    <div className="stack">
      <div role="status">
        {areProcessed(updates) ? (
          <p className={classes.summary}>{t('fraud_lists.progress.over', { done: succeeded, failed })}</p>
        ) : (
          <JobProgress
            label={t('fraud_lists.progress.running', { processed, total: updates.length })}
            done={processed / updates.length}
            cancel={
              <Button variant="default" size="compact-sm" onClick={onCancel}>
                {uiTexts.cancel}
              </Button>
            }
          />
        )}
      </div>
      <ul className={classes.progress}>
        {updates.map(({ id, label, status, note }) => (
          <li key={id}>
            <span className={classes.progressName}>
              {label}
              {note !== undefined && <span className={classes.progressNote}>{note}</span>}
            </span>
            <StatusBadge
              tone={tones[status]}
              label={t(`fraud_lists.progress.${status === 'running' ? 'status_running' : status}`)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface StepProps extends ProgressProps {
  onClose: () => void;
  /** Before the button that closes the dialog. */
  retryAction?: { label: string; onClick: () => void };
}

/** The last step of a dialog that adds values. Its buttons wait until every update has been processed. */
export function ProgressStep({ updates, onCancel, onClose, retryAction }: StepProps) {
  const uiTexts = useUiTexts();
  const isOver = areProcessed(updates);
  return (
    <>
      <UpdateProgress updates={updates} onCancel={onCancel} />
      <div className="end-buttons">
        {retryAction && (
          <Button variant="default" disabled={!isOver} onClick={retryAction.onClick}>
            {retryAction.label}
          </Button>
        )}
        <Button disabled={!isOver} onClick={onClose}>
          {uiTexts.close}
        </Button>
      </div>
    </>
  );
}

interface DialogProps {
  /** undefined: closed. */
  updates: readonly Update[] | undefined;
  title: string;
  onCancel: () => void;
  onClose: () => void;
}

/** Only closes when every update has been processed. */
export function UpdateProgressDialog({ updates, title, onCancel, onClose }: DialogProps) {
  const uiTexts = useUiTexts();
  const isOver = updates !== undefined && areProcessed(updates);
  return (
    <Dialog
      isOpen={updates !== undefined}
      onClose={onClose}
      title={title}
      size="medium"
      isStatic
      isLocked={!isOver}
      actions={
        <Button onClick={onClose} disabled={!isOver} data-autofocus>
          {uiTexts.close}
        </Button>
      }
    >
      {updates !== undefined && <UpdateProgress updates={updates} onCancel={onCancel} />}
    </Dialog>
  );
}

interface UpdateOf<T> extends Update {
  subject: T;
}

/** Performs one update for each subject, one after the other, and keeps their progress for the screen. */
export function useUpdates() {
  const { t } = useTranslation();
  const [updates, setUpdates] = useState<readonly Update[]>();
  const { beginJob, moveJob, endJob } = usePageJob();
  const isCancelled = useRef(false);
  /** Leaves out the updates that have not begun. */
  const cancel = (): void => {
    isCancelled.current = true;
  };
  /** Returns the subjects whose update was not done. A failed call ends its own update only. */
  async function run<T>(
    subjects: readonly T[],
    labelOf: (subject: T) => string,
    perform: (subject: T) => Promise<UpdateOutcome>,
  ): Promise<T[]> {
    const queue = subjects.map((subject, index): UpdateOf<T> => ({
      id: String(index),
      label: labelOf(subject),
      status: 'pending',
      subject,
    }));
    isCancelled.current = false;
    setUpdates(queue);
    beginJob(t('bell.import'), cancel);
    const send = ({ subject }: UpdateOf<T>) => perform(subject).catch(toOutcome);
    const report = (current: readonly UpdateOf<T>[]): void => {
      setUpdates(current);
      moveJob(countUpdates(current).processed / current.length, cancel);
    };
    const finalUpdates = await runUpdates(queue, send, report, () => isCancelled.current);
    endJob(isCancelled.current ? 'stopped' : countUpdates(finalUpdates).failed > 0 ? 'failed' : 'done');
    return finalUpdates.filter(({ status }) => status !== 'done').map(({ subject }) => subject);
  }
  return {
    /** undefined: none was started. */
    updates,
    run,
    cancel,
    forget: () => setUpdates(undefined),
  };
}

const toOutcome = (error: unknown): UpdateOutcome => ({
  status: 'failed',
  note: error instanceof CallFailure ? errorText(error.message) : undefined,
});

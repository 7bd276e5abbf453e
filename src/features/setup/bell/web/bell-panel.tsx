import { Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { DropPanel } from '#ui/overlay/drop-panel.tsx';
import { openBulkJob } from '#features/payments/bulk/web/open-job.ts';
import { useBulkLabels } from '#features/payments/bulk/web/use-bulk-labels.ts';
import { useSend } from '#web/call/use-call.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { paths } from '#web/paths.ts';
import { markBellSeen } from '../endpoints.ts';
import type { BellEntry } from '../schemas.ts';
import classes from './bell.module.css';

interface Props {
  isOpen: boolean;
  target: RefObject<HTMLElement | null>;
  onChange: (isOpen: boolean) => void;
  /** undefined while unknown. */
  entries: readonly BellEntry[] | undefined;
  /** They are read now. */
  onSeen: () => void;
}

/** What concerns the user, the newest first. Opening it marks all of it as read. */
export function BellPanel({ isOpen, target, onChange, entries, onSeen }: Props) {
  const { t } = useBulkLabels();
  const { mutateAsync: markSeen } = useSend(markBellSeen, { handlesOwnErrors: true });
  const newest = entries?.[0]?.at;
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (!isOpen || newest === undefined || newest === seen.current) return;
    seen.current = newest;
    void markSeen({ body: { until: newest } })
      .then(onSeen)
      .catch(() => undefined);
  }, [isOpen, newest, markSeen, onSeen]);
  const close = (): void => onChange(false);
  return (
    <DropPanel
      isOpen={isOpen}
      onChange={onChange}
      target={target}
      align="end"
      label={t('bell.title')}
      className={classes.panel}
    >
      <h2 className={classes.heading}>{t('bell.title')}</h2>
      {entries === undefined && <SkeletonLines lines={3} />}
      {entries?.length === 0 && <p className="quiet">{t('bell.nothing')}</p>}
      {entries !== undefined && entries.length > 0 && (
        <ul className={classes.entries}>
          {entries.map((entry) => (
            <li key={`${entry.kind} ${idOf(entry)}`} className={classes.jobHead}>
              <Entry entry={entry} onFollow={close} />
              <TimeText at={entry.at} />
            </li>
          ))}
        </ul>
      )}
    </DropPanel>
  );
}

function idOf(entry: BellEntry): string {
  if (entry.kind === 'BULK_ENDED') return entry.jobId;
  return entry.kind === 'APPROVAL_DECIDED' ? entry.approvalId : entry.caseId;
}

function Entry({ entry, onFollow }: { entry: BellEntry; onFollow: () => void }) {
  const labels = useBulkLabels();
  const { t, money, number } = labels;
  if (entry.kind === 'CASE_ASSIGNED')
    return (
      <Link {...paths.case(entry.caseId)} className={classes.link} onClick={onFollow}>
        {t('bell.case', { id: entry.caseId, name: entry.by })}
      </Link>
    );
  if (entry.kind === 'APPROVAL_DECIDED') {
    const action = t(`approvals.action.${entry.action}`);
    const request = entry.amount === null ? action : `${action}, ${money(entry.amount, entry.ccyCode)}`;
    return (
      <Link {...paths.approvals({ tab: 'decided' })} className={classes.link} onClick={onFollow}>
        {t(`bell.approval.${entry.state}`, { request, name: entry.decidedBy ?? '' })}
      </Link>
    );
  }
  const what = labels.doing(entry.action, entry.total);
  return (
    <button
      type="button"
      className={classes.link}
      onClick={() => {
        onFollow();
        openBulkJob(entry.jobId);
      }}
    >
      {entry.failed === 0
        ? t('bell.bulk_done', { what })
        : t('bell.bulk_failed', { what, failed: number(entry.failed) })}
    </button>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Section } from '#ui/layout/section.tsx';
import { useCall } from '#web/call/use-call.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { Allowed } from '#web/session/allowed.tsx';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getHistory } from '../endpoints.ts';
import classes from './audit.module.css';
import { ChangesTable, RawData, OutcomeBadge } from './event-parts.tsx';
import { useAuditLabels } from './use-audit-labels.ts';

interface Props {
  objectKind: string;
  objectId: string;
}

const firstPage = 25;
const max = 100;

/**
 * The audit of one object, for its own page; hidden without the permission. It loads only when opened,
 * because each read is audited.
 */
export function HistoryPanel(props: Props) {
  const { t } = useTranslation();
  return (
    <Allowed to={getHistory}>
      <Section title={t('audit.history')} isOpenAtFirst={false}>
        <HistoryLines key={`${props.objectKind} ${props.objectId}`} {...props} />
      </Section>
    </Allowed>
  );
}

function HistoryLines({ objectKind, objectId }: Props) {
  const { t } = useTranslation();
  const labels = useAuditLabels();
  const [pageSize, setPageSize] = useState(firstPage);
  const { data, error, refetch } = useCall(
    getHistory,
    { path: { objectKind, objectId }, query: { pageSize } },
    {
      handlesOwnErrors: true,
      staleTime: 0,
      refetchOnWindowFocus: false,
      placeholderData: (before) => before,
    },
  );
  if (error !== null) {
    return (
      <ErrorState title={t('audit.failed')} requestId={error.requestId} onRetry={() => void refetch()}>
        {errorText(error.message)}
      </ErrorState>
    );
  }
  if (data === undefined) return <SkeletonLines lines={4} />;
  if (data.lines.length === 0) return <p className="quiet-text">{t('audit.no_history')}</p>;
  return (
    <>
      <ol className={classes.history}>
        {data.lines.map((line) => (
          <li key={line.seq}>
            <div className={classes.head}>
              <span className={classes.who}>{labels.act(line.act)}</span>
              <OutcomeBadge line={line} />
              <span>{labels.actor(line)}</span>
              <TimeText at={line.at} />
              {line.refused && <span>{labels.reason(line)}</span>}
            </div>
            <ChangesTable line={line} />
            <RawData line={line} />
          </li>
        ))}
      </ol>
      {data.hasMore && pageSize < max && (
        <Button variant="default" onClick={() => setPageSize(max)}>
          {t('audit.show_more')}
        </Button>
      )}
    </>
  );
}

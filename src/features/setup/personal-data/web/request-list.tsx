import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { type CallFailure, toFailure } from '#web/call/call-failure.ts';
import { saveFile } from '#web/call/call.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { downloadPersonFile } from '../endpoints.ts';
import type { PersonRequest } from '../schemas.ts';
import { useDataLabels } from './use-data-labels.ts';

const tones: Readonly<Record<PersonRequest['state'], StatusTone>> = {
  QUEUED: 'pending',
  RUNNING: 'pending',
  WAITING: 'pending',
  DONE: 'success',
  FAILED: 'failed',
};

/** Exports and erasures, the newest first. */
export function RequestList({ orgId, requests }: { orgId: number; requests: readonly PersonRequest[] }) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<CallFailure>();
  const download = (requestId: string): void => {
    setFailure(undefined);
    saveFile(downloadPersonFile, { path: { orgId, requestId } }).catch((cause: unknown) =>
      setFailure(toFailure(cause)),
    );
  };
  if (requests.length === 0) return <p className="quiet-text">{t('personal_data.no_requests')}</p>;
  return (
    <div className="stack">
      <FailureNotice failure={failure} />
      <ul className="plain-list" aria-label={t('personal_data.requests')}>
        {requests.map((request) => (
          <RequestItem
            key={request.requestId}
            request={request}
            onDownload={() => download(request.requestId)}
          />
        ))}
      </ul>
    </div>
  );
}

function RequestItem({ request, onDownload }: { request: PersonRequest; onDownload: () => void }) {
  const { t } = useTranslation();
  const times = useTimes();
  const { kindsOf, waitTextOf } = useDataLabels();
  const { kind, state, reason, requestedBy, requestedAt, organisationName, counts, waiting } = request;
  const done = kindsOf(counts).map(({ label, value }) => `${label}: ${String(value)}`);
  return (
    <li className="boxed-item">
      <div>
        <p className="boxed-item-name">
          {t(`personal_data.request.${kind}`)}{' '}
          <StatusBadge tone={tones[state]} label={t(`personal_data.state.${state}`)} />
        </p>
        <p className="quiet-text">{[times.short(requestedAt), requestedBy, organisationName].join(' · ')}</p>
        <p>{reason}</p>
        {waiting.map((wait) => (
          <p key={wait.reason}>{waitTextOf(wait)}</p>
        ))}
        {done.length > 0 && <p className="quiet-text">{done.join(' · ')}</p>}
      </div>
      {request.fileBytes !== null && (
        <div className="end-buttons">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            aria-label={t('personal_data.download_named', { at: times.short(requestedAt) })}
            onClick={onDownload}
          >
            {t('personal_data.download')}
          </Button>
        </div>
      )}
    </li>
  );
}

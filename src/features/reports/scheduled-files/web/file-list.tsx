import { numberFormat } from '#shared/text/intl-formats.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { type CallFailure, toFailure } from '#web/call/call-failure.ts';
import { saveFile } from '#web/call/call.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { downloadManifest, downloadScheduledFile } from '../endpoints.ts';
import type { ScheduledFile } from '../schemas.ts';

const tones: Readonly<Record<ScheduledFile['state'], StatusTone>> = {
  QUEUED: 'pending',
  RUNNING: 'pending',
  READY: 'success',
  FAILED: 'failed',
};

/** The files of the last 30 days, the latest first. */
export function FileList({ orgId, files }: { orgId: number; files: readonly ScheduledFile[] }) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<CallFailure>();
  const save = (work: Promise<void>): void => {
    setFailure(undefined);
    work.catch((cause: unknown) => setFailure(toFailure(cause)));
  };
  if (files.length === 0) return <p className="quiet-text">{t('scheduled_files.no_files')}</p>;
  return (
    <div className="stack">
      <FailureNotice failure={failure} />
      <ul className="plain-list" aria-label={t('scheduled_files.history')}>
        {files.map((file) => (
          <FileItem
            key={file.id}
            file={file}
            onFile={() => save(saveFile(downloadScheduledFile, { path: { orgId, fileId: file.id } }))}
            onManifest={() => save(saveFile(downloadManifest, { path: { orgId, fileId: file.id } }))}
          />
        ))}
      </ul>
    </div>
  );
}

interface ItemProps {
  file: ScheduledFile;
  onFile: () => void;
  onManifest: () => void;
}

function FileItem({ file, onFile, onManifest }: ItemProps) {
  const { t, language } = useTranslation();
  const times = useTimes();
  const { state, failure, fileName, bytes, rows } = file;
  const number = numberFormat(browserLocale(language), { maximumFractionDigits: 0 });
  return (
    <li className="boxed-item">
      <div>
        <p className="boxed-item-name">
          {file.viewName} <StatusBadge tone={tones[state]} label={t(`scheduled_files.state.${state}`)} />
        </p>
        <p className="quiet-text">
          {[
            times.short(file.dueAt),
            file.organisationName,
            ...(rows === null || bytes === null
              ? []
              : [
                  t('scheduled_files.rows', { count: rows, number: number.format(rows) }),
                  t('scheduled_files.size', { size: number.format(Math.max(1, bytes / 1000)) }),
                ]),
          ].join(' · ')}
        </p>
        {failure !== null && <p className="quiet-text">{t(`scheduled_files.reason.${failure}`)}</p>}
      </div>
      {fileName !== null && (
        <div className="end-buttons">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            aria-label={t('scheduled_files.download_named', { name: fileName })}
            onClick={onFile}
          >
            {t('scheduled_files.download')}
          </Button>
          <Button
            variant="default"
            aria-label={`${t('scheduled_files.manifest')}: ${fileName}`}
            onClick={onManifest}
          >
            {t('scheduled_files.manifest')}
          </Button>
        </div>
      )}
    </li>
  );
}

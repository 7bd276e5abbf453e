import { numberFormat } from '#shared/text/intl-formats.ts';
import { ActionIcon, Button, FileInput } from '@mantine/core';
import { IconDownload, IconPaperclip, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { helpOrError } from '#ui/form/help-or-error.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { saveFile } from '#web/call/call.ts';
import { useSend } from '#web/call/use-call.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { browserLocale } from '#web/translate/locale-of.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { attachedFileTypes, maxFileBytes } from '#shared/attached-file.ts';
import { maxFiles } from '../case-status.ts';
import { attachCaseFile, downloadCaseFile, removeCaseFile } from '../endpoints.ts';
import type { CaseFile } from '../schemas.ts';
import type { CaseProps } from './case-props.ts';
import classes from './cases.module.css';

/** Images and documents of a case. They are downloads: the page shows none of them. */
export function CaseFiles({ caseView, onChanged, isEditable }: CaseProps & { isEditable: boolean }) {
  const { t, language } = useTranslation();
  const [removing, setRemoving] = useState<CaseFile>();
  const [failure, setFailure] = useState<CallFailure>();
  const remove = useSend(removeCaseFile, { handlesOwnErrors: true });
  const { files, id: caseId } = caseView;
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setFailure(undefined);
    await work().catch((cause: unknown) => setFailure(toFailure(cause)));
  };
  async function removeSelected(): Promise<void> {
    if (removing === undefined) return;
    await attempt(() => remove.mutateAsync({ path: { caseId, fileId: removing.id } }));
    setRemoving(undefined);
    await onChanged();
  }
  return (
    <div className={classes.stack}>
      {isEditable && files.length < maxFiles && <AttachForm caseId={caseId} onAttached={onChanged} />}
      {isEditable && files.length >= maxFiles && (
        <p className="quiet-text">{t('cases.file.full', { count: maxFiles })}</p>
      )}
      <FailureNotice failure={failure} />
      {files.length === 0 ? (
        <p className="quiet-text">{t('cases.no_files')}</p>
      ) : (
        <ul className="lined-list">
          {files.map((file) => (
            <li key={file.id}>
              <div>
                <div className={classes.name}>{file.name}</div>
                <p className="quiet-text">
                  {formatSize(file.size, browserLocale(language))} · {file.addedBy} ·{' '}
                  <TimeText at={file.addedAt} isShort />
                </p>
              </div>
              <div className={classes.start}>
                <ActionIcon
                  variant="default"
                  size="md"
                  aria-label={t('cases.file.download', { name: file.name })}
                  onClick={() =>
                    void attempt(() => saveFile(downloadCaseFile, { path: { caseId, fileId: file.id } }))
                  }
                >
                  <IconDownload size={16} aria-hidden />
                </ActionIcon>
                {isEditable && (
                  <ActionIcon
                    variant="default"
                    size="md"
                    aria-label={t('cases.file.remove', { name: file.name })}
                    onClick={() => setRemoving(file)}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={removing !== undefined}
        title={t('cases.file.remove_title')}
        confirmLabel={t('cases.file.remove_confirm')}
        onConfirm={removeSelected}
        onCancel={() => setRemoving(undefined)}
        isDangerous
      >
        {t('cases.file.remove_text', { name: removing?.name ?? '' })}
      </ConfirmDialog>
    </div>
  );
}

const megabyte = 1024 * 1024;

/** '120 kB' or '2.4 MB', in the language of the page. */
function formatSize(bytes: number, locale: string): string {
  const isLarge = bytes >= megabyte;
  return numberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(Math.max(1, isLarge ? bytes / megabyte : Math.ceil(bytes / 1024)));
}

function AttachForm({ caseId, onAttached }: { caseId: string; onAttached: () => Promise<void> }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const attach = useSend(attachCaseFile, { handlesOwnErrors: true });
  const isTooLarge = file !== null && file.size > maxFileBytes;
  async function send(): Promise<void> {
    if (file === null) return;
    const form = new FormData();
    form.set('file', file);
    const sent = await attach
      .mutateAsync({ path: { caseId }, body: form })
      .then(() => true)
      .catch(() => false);
    if (!sent) return;
    setFile(null);
    await onAttached();
  }
  const failure = attach.error === null ? undefined : errorText(attach.error.message);
  return (
    <div className={classes.attach}>
      <FileInput
        label={t('cases.file.choose')}
        placeholder={t('cases.file.placeholder')}
        accept={attachedFileTypes.join(',')}
        leftSection={<IconPaperclip size={16} aria-hidden />}
        clearable
        clearButtonProps={{ 'aria-label': t('cases.file.clear') }}
        value={file}
        {...helpOrError(
          t('cases.file.help'),
          isTooLarge ? t('error.case_file_too_large') : file === null ? undefined : failure,
        )}
        onChange={(next) => {
          setFile(next);
          attach.reset();
        }}
      />
      <Button
        variant="default"
        disabled={file === null || isTooLarge}
        loading={attach.isPending}
        onClick={() => void send()}
      >
        {t('cases.file.attach')}
      </Button>
    </div>
  );
}

import { ActionIcon, Button, FileInput } from '@mantine/core';
import { IconDownload, IconPaperclip, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { maxFileBytes } from '#shared/attached-file.ts';
import { helpOrError } from '#ui/form/help-or-error.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { type CallFailure, toFailure } from '../call/call-failure.ts';
import { FailureNotice } from '../call/failure-notice.tsx';
import { errorText } from '../translate/translate.ts';
import { useTranslation } from '../translate/use-translation.ts';
import classes from './attached-files.module.css';

interface AttachFormProps {
  label: string;
  help: string;
  /** Media types. */
  types: readonly string[];
  /** Another field of the form, before the file. */
  field?: ReactNode;
  send: (file: File) => Promise<unknown>;
  onAttached: () => Promise<void>;
}

/** A field for a file, empty again once it is stored. */
export function AttachForm({ label, help, types, field, send, onAttached }: AttachFormProps) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [failure, setFailure] = useState<CallFailure>();
  const [isBusy, setIsBusy] = useState(false);
  const isTooLarge = file !== null && file.size > maxFileBytes;
  async function attach(): Promise<void> {
    if (file === null) return;
    setFailure(undefined);
    setIsBusy(true);
    const error = await send(file).then(() => undefined, toFailure);
    setIsBusy(false);
    setFailure(error);
    if (error !== undefined) return;
    setFile(null);
    await onAttached();
  }
  return (
    <div className={field === undefined ? classes.attach : classes.attachWithField}>
      {field}
      <FileInput
        label={label}
        placeholder={t('files.placeholder')}
        accept={types.join(',')}
        leftSection={<IconPaperclip size={16} aria-hidden />}
        clearable
        clearButtonProps={{ 'aria-label': t('files.clear') }}
        value={file}
        {...helpOrError(
          help,
          isTooLarge ? t('error.case_file_too_large') : failure && errorText(failure.message),
        )}
        onChange={(next) => {
          setFile(next);
          setFailure(undefined);
        }}
      />
      <Button
        variant="default"
        disabled={file === null || isTooLarge}
        loading={isBusy}
        onClick={() => void attach()}
      >
        {t('files.attach')}
      </Button>
    </div>
  );
}

interface FileListProps<T> {
  label: string;
  files: readonly T[];
  renderDetails: (file: T) => ReactNode;
  /** Shown without files. */
  empty: string;
  download: (file: T) => Promise<unknown>;
  /** Without: files cannot be removed. */
  remove?: ((file: T) => Promise<unknown>) | undefined;
  /** A question before a file is removed. */
  confirm?: { title: string; button: string; text: (name: string) => string };
}

/** Files as downloads: the page shows none of them. */
export function FileList<T extends { id: string; name: string }>(props: FileListProps<T>) {
  const { label, files, renderDetails, empty, download, remove, confirm } = props;
  const { t } = useTranslation();
  const [removing, setRemoving] = useState<T>();
  const [failure, setFailure] = useState<CallFailure>();
  const attempt = async (work: Promise<unknown>): Promise<void> => {
    setFailure(undefined);
    await work.catch((cause: unknown) => setFailure(toFailure(cause)));
  };
  async function removeSelected(): Promise<void> {
    if (removing !== undefined && remove) await attempt(remove(removing));
    setRemoving(undefined);
  }
  return (
    <>
      <FailureNotice failure={failure} />
      {files.length === 0 ? (
        <p className="quiet-text">{empty}</p>
      ) : (
        <ul className="lined-list" aria-label={label}>
          {files.map((file) => (
            <li key={file.id}>
              <div>
                <div className={classes.name}>{file.name}</div>
                <p className="quiet-text">{renderDetails(file)}</p>
              </div>
              <div className={classes.actions}>
                <ActionIcon
                  variant="default"
                  size="md"
                  aria-label={t('files.download', { name: file.name })}
                  onClick={() => void attempt(download(file))}
                >
                  <IconDownload size={16} aria-hidden />
                </ActionIcon>
                {remove && (
                  <ActionIcon
                    variant="default"
                    size="md"
                    aria-label={t('files.remove', { name: file.name })}
                    onClick={() => (confirm ? setRemoving(file) : void attempt(remove(file)))}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {confirm && (
        <ConfirmDialog
          isOpen={removing !== undefined}
          title={confirm.title}
          confirmLabel={confirm.button}
          onConfirm={removeSelected}
          onCancel={() => setRemoving(undefined)}
          isDangerous
        >
          {confirm.text(removing?.name ?? '')}
        </ConfirmDialog>
      )}
    </>
  );
}

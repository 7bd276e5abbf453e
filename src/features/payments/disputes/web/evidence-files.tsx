import { ActionIcon, Button, FileInput } from '@mantine/core';
import { IconDownload, IconPaperclip, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { maxFileBytes } from '#shared/attached-file.ts';
import { helpOrError } from '#ui/form/help-or-error.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { type CallFailure, toFailure } from '#web/call/call-failure.ts';
import { saveFile } from '#web/call/call.ts';
import { useSend } from '#web/call/use-call.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { maxDisputeFiles } from '../dispute-limits.ts';
import { attachDisputeFile, downloadDisputeFile, removeDisputeFile } from '../endpoints.ts';
import type { EvidenceFormView } from '../schemas.ts';
import type { DisputeProps } from './dispute-props.ts';
import classes from './disputes.module.css';
import { useItemName } from './item-name.ts';

interface Props extends DisputeProps {
  items: EvidenceFormView['reasons'][number]['items'];
  fileTypes: readonly string[];
}

/** The documents of a response: those that are attached, and a form for another one. */
export function EvidenceFiles({ dispute, onChanged, items, fileTypes }: Props) {
  const { t } = useTranslation();
  const { disputeId, files } = dispute;
  return (
    <div className="stack">
      {files.length < maxDisputeFiles && (
        <AttachForm {...{ disputeId, items, fileTypes }} onAttached={onChanged} />
      )}
      {files.length === 0 ? (
        <p className="quiet-text">{t('disputes.file.none')}</p>
      ) : (
        <DisputeFiles dispute={dispute} onChanged={onChanged} isEditable />
      )}
    </div>
  );
}

/** Files of a response. They are downloads: the page shows none of them. */
export function DisputeFiles({ dispute, onChanged, isEditable }: DisputeProps & { isEditable: boolean }) {
  const { t } = useTranslation();
  const nameOf = useItemName();
  const [failure, setFailure] = useState<CallFailure>();
  const remove = useSend(removeDisputeFile, { handlesOwnErrors: true });
  const { disputeId, files } = dispute;
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setFailure(undefined);
    await work().catch((cause: unknown) => setFailure(toFailure(cause)));
  };
  return (
    <>
      <FailureNotice failure={failure} />
      <ul className="lined-list" aria-label={t('disputes.file.list')}>
        {files.map(({ id, item, name, addedBy }) => (
          <li key={id}>
            <div>
              <div className={classes.name}>{name}</div>
              <p className="quiet-text">
                {nameOf(item)} · {addedBy}
              </p>
            </div>
            <div className={classes.icons}>
              <ActionIcon
                variant="default"
                size="md"
                aria-label={t('cases.file.download', { name })}
                onClick={() =>
                  void attempt(() => saveFile(downloadDisputeFile, { path: { disputeId, fileId: id } }))
                }
              >
                <IconDownload size={16} aria-hidden />
              </ActionIcon>
              {isEditable && (
                <ActionIcon
                  variant="default"
                  size="md"
                  aria-label={t('cases.file.remove', { name })}
                  onClick={() =>
                    void attempt(async () => {
                      await remove.mutateAsync({ path: { disputeId, fileId: id } });
                      await onChanged();
                    })
                  }
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

interface AttachProps extends Pick<Props, 'items' | 'fileTypes'> {
  disputeId: string;
  onAttached: () => Promise<void>;
}

function AttachForm({ disputeId, items, fileTypes, onAttached }: AttachProps) {
  const { t } = useTranslation();
  const nameOf = useItemName();
  const [chosen, setChosen] = useState<string>();
  const [file, setFile] = useState<File | null>(null);
  const attach = useSend(attachDisputeFile, { handlesOwnErrors: true });
  // Another reason has other documents.
  const item = items.some(({ name }) => name === chosen)
    ? chosen
    : (items.find(({ level }) => level === 'REQUIRED') ?? items[0])?.name;
  const isTooLarge = file !== null && file.size > maxFileBytes;
  async function send(): Promise<void> {
    if (file === null || item === undefined) return;
    const form = new FormData();
    form.set('item', item);
    form.set('file', file);
    const isSent = await attach
      .mutateAsync({ path: { disputeId }, body: form })
      .then(() => true)
      .catch(() => false);
    if (!isSent) return;
    setFile(null);
    await onAttached();
  }
  const failure = attach.error === null ? undefined : errorText(attach.error.message);
  return (
    <div className={classes.attach}>
      <SelectField
        label={t('disputes.file.item')}
        choices={items.map(({ name, level }) => ({
          value: name,
          label: level === 'REQUIRED' ? t('disputes.file.required', { name: nameOf(name) }) : nameOf(name),
        }))}
        value={item ?? null}
        allowDeselect={false}
        onChange={(next) => setChosen(next ?? undefined)}
      />
      <FileInput
        label={t('disputes.file.choose')}
        placeholder={t('cases.file.placeholder')}
        accept={fileTypes.join(',')}
        leftSection={<IconPaperclip size={16} aria-hidden />}
        clearable
        clearButtonProps={{ 'aria-label': t('cases.file.clear') }}
        value={file}
        {...helpOrError(
          t('disputes.file.help'),
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

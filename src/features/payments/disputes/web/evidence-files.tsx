import { useState } from 'react';
import { SelectField } from '#ui/form/select-field.tsx';
import { saveFile } from '#web/call/call.ts';
import { useSend } from '#web/call/use-call.ts';
import { AttachForm, FileList } from '#web/form/attached-files.tsx';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { maxDisputeFiles } from '../dispute-limits.ts';
import { attachDisputeFile, downloadDisputeFile, removeDisputeFile } from '../endpoints.ts';
import type { DisputeFile, EvidenceFormView } from '../schemas.ts';
import type { DisputeProps } from './dispute-props.ts';
import { useItemName } from './item-name.ts';

interface Props extends DisputeProps {
  items: EvidenceFormView['reasons'][number]['items'];
  fileTypes: readonly string[];
}

/** The documents of a response: a form for another one, and those that are attached. */
export function EvidenceFiles({ dispute, onChanged, items, fileTypes }: Props) {
  const { t, language } = useTranslation();
  const nameOf = useItemName();
  const [chosen, setChosen] = useState<string>();
  const attach = useSend(attachDisputeFile, { handlesOwnErrors: true });
  const { disputeId, files } = dispute;
  const open = items.filter(({ name }) => !files.some(({ item }) => item === name));
  // Another reason has other documents.
  const item = open.some(({ name }) => name === chosen)
    ? chosen
    : (open.find(({ level }) => level === 'REQUIRED') ?? open[0])?.name;
  function send(file: File): Promise<unknown> {
    const body = new FormData();
    if (item !== undefined) body.set('item', item);
    body.set('file', file);
    return attach.mutateAsync({ path: { disputeId }, body });
  }
  return (
    <div className="stack">
      {item !== undefined && files.length < maxDisputeFiles && (
        <AttachForm
          label={t('disputes.file.choose')}
          help={t('disputes.file.help', { types: listTypes(fileTypes, browserLocale(language)) })}
          types={fileTypes}
          field={
            <SelectField
              label={t('disputes.file.item')}
              choices={open.map(({ name, level }) => ({
                value: name,
                label:
                  level === 'REQUIRED' ? t('disputes.file.required', { name: nameOf(name) }) : nameOf(name),
              }))}
              value={item}
              allowDeselect={false}
              onChange={(next) => setChosen(next ?? undefined)}
            />
          }
          send={send}
          onAttached={onChanged}
        />
      )}
      <DisputeFiles dispute={dispute} onChanged={onChanged} isEditable />
    </div>
  );
}

/** 'PDF or JPEG', in the language of the page. */
const listTypes = (types: readonly string[], locale: string): string =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(
    types.map((type) => type.replace(/^.*\//, '').toUpperCase()),
  );

/** Files of a response. */
export function DisputeFiles({ dispute, onChanged, isEditable }: DisputeProps & { isEditable: boolean }) {
  const { t } = useTranslation();
  const nameOf = useItemName();
  const remove = useSend(removeDisputeFile, { handlesOwnErrors: true });
  const { disputeId, files } = dispute;
  const pathOf = ({ id: fileId }: DisputeFile) => ({ path: { disputeId, fileId } });
  return (
    <FileList
      label={t('disputes.file.list')}
      files={files}
      renderDetails={({ item, addedBy }) => `${nameOf(item)} · ${addedBy}`}
      empty={t('disputes.file.none')}
      download={(file) => saveFile(downloadDisputeFile, pathOf(file))}
      // A failed removal can mean that the list is old.
      remove={isEditable ? (file) => remove.mutateAsync(pathOf(file)).finally(onChanged) : undefined}
    />
  );
}

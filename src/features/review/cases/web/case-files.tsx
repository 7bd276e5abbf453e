import { attachedFileTypes } from '#shared/attached-file.ts';
import { numberFormat } from '#shared/text/intl-formats.ts';
import { saveFile } from '#web/call/call.ts';
import { useSend } from '#web/call/use-call.ts';
import { AttachForm, FileList } from '#web/form/attached-files.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { maxFiles } from '../case-status.ts';
import { attachCaseFile, downloadCaseFile, removeCaseFile } from '../endpoints.ts';
import type { CaseFile } from '../schemas.ts';
import type { CaseProps } from './case-props.ts';
import classes from './cases.module.css';

/** Images and documents of a case. */
export function CaseFiles({ caseView, onChanged, isEditable }: CaseProps & { isEditable: boolean }) {
  const { t, language } = useTranslation();
  const attach = useSend(attachCaseFile, { handlesOwnErrors: true });
  const remove = useSend(removeCaseFile, { handlesOwnErrors: true });
  const { files, id: caseId } = caseView;
  const pathOf = ({ id: fileId }: CaseFile) => ({ path: { caseId, fileId } });
  function send(file: File): Promise<unknown> {
    const body = new FormData();
    body.set('file', file);
    return attach.mutateAsync({ path: { caseId }, body });
  }
  return (
    <div className={classes.stack}>
      {isEditable && files.length < maxFiles && (
        <AttachForm
          label={t('cases.file.choose')}
          help={t('cases.file.help')}
          types={attachedFileTypes}
          send={send}
          onAttached={onChanged}
        />
      )}
      {isEditable && files.length >= maxFiles && (
        <p className="quiet-text">{t('cases.file.full', { count: maxFiles })}</p>
      )}
      <FileList
        label={t('cases.files')}
        files={files}
        renderDetails={({ size, addedBy, addedAt }) => (
          <>
            {formatSize(size, browserLocale(language))} · {addedBy} · <TimeText at={addedAt} isShort />
          </>
        )}
        empty={t('cases.no_files')}
        download={(file) => saveFile(downloadCaseFile, pathOf(file))}
        // A failed removal can mean that the list is old.
        remove={isEditable ? (file) => remove.mutateAsync(pathOf(file)).finally(onChanged) : undefined}
        confirm={{
          title: t('cases.file.remove_title'),
          button: t('cases.file.remove_confirm'),
          text: (name) => t('cases.file.remove_text', { name }),
        }}
      />
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

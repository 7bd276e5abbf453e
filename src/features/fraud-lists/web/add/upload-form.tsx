import { Button, FileInput } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import { csvLine } from '#shared/text/csv.ts';
import { JobProgress } from '#ui/feedback/job-progress.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { helpOrError } from '#ui/form/help-or-error.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useSend } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { countListFileMatches } from '#features/fraud-impact/endpoints.ts';
import { uploadListItems } from '../../endpoints.ts';
import type { FraudList, RejectedRow } from '../../list-shapes.ts';
import { sampleValues } from '../../sample-values.ts';
import { ExpiryField, expiryText, neverExpires } from '../expiry-field.tsx';
import classes from '../fraud-lists.module.css';
import { type ListWords, useListWords } from '../use-list-words.ts';

interface Props {
  list: FraudList;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
  onAdded: () => void;
}

type Outcome = ResponseInputOf<typeof uploadListItems>;
const megabyte = 1_048_576;

/** A file: chosen, checked, then added. Adding removes nothing. */
export function UploadForm({ list, onBusy, onClose, onAdded }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const words = useListWords();
  const { organisation } = useSignedIn();
  const send = useSend(uploadListItems, { isHandledHere: true });
  const matchesOf = useListFileMatches(list);
  const [file, setFile] = useState<File | null>(null);
  const [expiry, setExpiry] = useState(neverExpires);
  const [checked, setChecked] = useState<Outcome>();
  const [added, setAdded] = useState<Outcome>();
  const maxBytes = startupConfig().ereListUploadMaxSize;
  const isTooLarge = file !== null && file.size > maxBytes;
  const size = words.number(maxBytes / megabyte);

  async function post(isCheck: boolean): Promise<Outcome | undefined> {
    if (file === null) return undefined;
    const form = new FormData();
    if (isCheck) form.set('check', 'true');
    form.set('expiryDate', expiryText(expiry));
    form.set('file', file);
    onBusy(true);
    const path = { listId: list.listId, orgId: organisation.selectedParentOrgId };
    try {
      return await send.mutateAsync({ path, body: form });
    } catch {
      return undefined;
    } finally {
      onBusy(false);
    }
  }
  async function check(): Promise<void> {
    const outcome = await post(true);
    setChecked(outcome);
    if (file !== null && outcome !== undefined && outcome.addedItemsCount > 0) await matchesOf.count(file);
  }
  const { matches } = matchesOf;
  async function add(): Promise<void> {
    const outcome = await post(false);
    if (outcome === undefined) return;
    setAdded(outcome);
    onAdded();
  }
  if (send.isPending) return <JobProgress label={t('fraud_lists.upload.running')} detail={file?.name} />;
  if (added !== undefined) {
    return <UploadResult outcome={added} words={words} name={list.name} onClose={onClose} />;
  }
  return (
    <div className={classes.form}>
      <FileInput
        label={t('fraud_lists.upload.file')}
        placeholder={t('fraud_lists.upload.choose')}
        accept=".csv,.txt,text/csv,text/plain"
        leftSection={<IconUpload size={16} aria-hidden />}
        clearable
        clearButtonProps={{ 'aria-label': t('fraud_lists.upload.clear') }}
        value={file}
        {...helpOrError(
          t('fraud_lists.upload.help', { size }),
          isTooLarge
            ? t('fraud_lists.upload.too_large', { size })
            : send.error != null && checked === undefined
              ? errorText(send.error.message)
              : undefined,
        )}
        onChange={(next) => {
          setFile(next);
          setChecked(undefined);
          matchesOf.reset();
          send.reset();
        }}
      />
      <ExpiryField value={expiry} onChange={setExpiry} />
      {checked === undefined ? (
        <Button
          variant="subtle"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() =>
            saveText(
              'list-sample.csv',
              sampleValues(list.dataField).map((one) => `"${one}"\r\n`),
            )
          }
        >
          {t('fraud_lists.upload.sample')}
        </Button>
      ) : (
        <Notice kind={checked.addedItemsCount > 0 ? 'info' : 'pending'} title={checkWords(checked, t, words)}>
          {t('fraud_lists.upload.only_adds')}
          {matches !== undefined && <p>{matches}</p>}
          {(checked.lostZerosCount ?? 0) > 0 && (
            <p>{t('fraud_lists.upload.lost_zeros', { number: words.number(checked.lostZerosCount ?? 0) })}</p>
          )}
          <RejectedRows rows={checked.errorUiItemsModelList} name={list.name} />
        </Notice>
      )}
      {send.error != null && checked !== undefined && (
        <Notice kind="failed">{errorText(send.error.message)}</Notice>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        {checked === undefined ? (
          <Button disabled={file === null || isTooLarge || expiry.isWrong} onClick={check}>
            {t('fraud_lists.upload.check')}
          </Button>
        ) : (
          <Button disabled={checked.addedItemsCount === 0 || expiry.isWrong} onClick={add}>
            {t('fraud_lists.add.submit', {
              count: checked.addedItemsCount,
              number: words.number(checked.addedItemsCount),
            })}
          </Button>
        )}
      </div>
    </div>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];

const isRepeated = ({ responseStatus }: RejectedRow): boolean => responseStatus === 'duplicate_list_item';

function checkWords(
  { addedItemsCount, errorUiItemsModelList: rows }: Outcome,
  t: Translate,
  words: ListWords,
) {
  const repeated = rows.filter(isRepeated).length;
  return t('fraud_lists.upload.checked', {
    added: words.number(addedItemsCount),
    repeated: words.number(repeated),
    invalid: words.number(rows.length - repeated),
  });
}

interface ResultProps {
  outcome: Outcome;
  words: ListWords;
  name: string;
  onClose: () => void;
}

function UploadResult({ outcome, words, name, onClose }: ResultProps) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const rejected = outcome.errorUiItemsModelList;
  const isClean = rejected.length === 0;
  return (
    <div className={classes.form}>
      <Notice
        kind={isClean ? 'success' : 'pending'}
        title={t('fraud_lists.upload.result', {
          added: words.number(outcome.addedItemsCount),
          rejected: words.number(rejected.length),
        })}
      >
        <RejectedRows rows={rejected} name={name} />
      </Notice>
      <div className={classes.actions}>
        <Button onClick={onClose} data-autofocus>
          {texts.close}
        </Button>
      </div>
    </div>
  );
}

/** Rows shown in the dialog; the file has all of them. */
const shownRows = 5;

function RejectedRows({ rows, name }: { rows: readonly RejectedRow[]; name: string }) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  const reason = (row: RejectedRow): string =>
    t(`fraud_lists.fault.${isRepeated(row) ? 'duplicate' : (row.fault ?? 'other')}`);
  const invalid = rows.filter((row) => !isRepeated(row));
  return (
    <>
      <ul className={classes.rejected}>
        {invalid.slice(0, shownRows).map((row) => (
          <li key={row.line}>
            {t('fraud_lists.upload.line', { line: row.line, value: row.value })} {reason(row)}
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() =>
          saveText(
            `rejected-${name.replaceAll(/[^\w-]+/g, '_')}.csv`,
            rows.map((row) => csvLine([row.line, row.value, reason(row)])),
          )
        }
      >
        {t('fraud_lists.upload.rejected')}
      </Button>
    </>
  );
}

/** Hands a CSV file that the page has made to the browser to keep. */
function saveText(name: string, lines: readonly string[]): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', ...lines], { type: 'text/csv' }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** Whether adding values acts on payments at once. */
const isInUse = ({ active, listType, activeRulesCount }: FraudList): boolean =>
  active && (listType === 'negativeList' || activeRulesCount > 0);

/** How many accepted payments have a value of a file, in words; undefined before it is known. */
function useListFileMatches(list: FraudList) {
  const { t } = useTranslation();
  const words = useListWords();
  const { organisation } = useSignedIn();
  const send = useSend(countListFileMatches, { isHandledHere: true });
  const { payments, hasMore = false, days } = send.data ?? {};
  return {
    matches:
      payments === undefined
        ? undefined
        : t(`fraud_lists.upload.${hasMore ? 'matches_more' : 'matches'}`, {
            number: words.number(payments),
            days,
          }),
    reset: send.reset,
    /** Adding does not wait for the number, and works without it. */
    async count(file: File): Promise<void> {
      if (!isInUse(list)) return;
      const form = new FormData();
      form.set('file', file);
      const path = { listId: list.listId, orgId: organisation.selectedParentOrgId };
      await send.mutateAsync({ path, body: form }).catch(() => undefined);
    },
  };
}

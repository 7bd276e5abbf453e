import { Button, FileInput } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import { csvLine } from '#shared/text/csv.ts';
import { JobProgress } from '#ui/feedback/job-progress.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { helpOrError } from '#ui/form/help-or-error.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { saveBlob } from '#web/call/call.ts';
import { useSend } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { countListFileMatches } from '#features/fraud/fraud-impact/endpoints.ts';
import { findFraudField, valueSets } from '#features/record/fraud-fields/field-catalogue.ts';
import { uploadListItems } from '../endpoints.ts';
import type { FraudList, RejectedRow } from '../list-shapes.ts';
import { ExpiryField, expiryText, neverExpires } from './expiry-field.tsx';
import classes from './fraud-lists.module.css';
import { useListLabels } from './use-list-labels.ts';

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
  const labels = useListLabels();
  const upload = useUpload(list, { onBusy, onAdded });
  const { file, expiry, checked, failure } = upload;
  if (upload.isSending) return <JobProgress label={t('fraud_lists.upload.running')} detail={file?.name} />;
  if (upload.added !== undefined) {
    return <UploadResult outcome={upload.added} name={list.name} onClose={onClose} />;
  }
  return (
    <div className="stack">
      <FileField upload={upload} />
      <ExpiryField value={expiry} onChange={upload.setExpiry} />
      {checked === undefined ? (
        <SampleButton dataField={list.dataField} />
      ) : (
        <CheckNotice outcome={checked} name={list.name} matches={upload.matches} />
      )}
      <FailureNotice failure={checked && failure} />
      <div className="end-buttons">
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        {checked === undefined ? (
          <Button disabled={file === null || isTooLarge(file) || expiry.isWrong} onClick={upload.check}>
            {t('fraud_lists.upload.check')}
          </Button>
        ) : (
          <Button disabled={checked.addedItemsCount === 0 || expiry.isWrong} onClick={upload.add}>
            {t('fraud_lists.add.submit', {
              count: checked.addedItemsCount,
              number: labels.number(checked.addedItemsCount),
            })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The chosen file, the result of its check, and of adding it. */
function useUpload(list: FraudList, { onBusy, onAdded }: Pick<Props, 'onBusy' | 'onAdded'>) {
  const { organisation } = useSignedIn();
  const send = useSend(uploadListItems, { handlesOwnErrors: true });
  const matching = useListFileMatches(list);
  const [file, setFile] = useState<File | null>(null);
  const [expiry, setExpiry] = useState(neverExpires);
  const [checked, setChecked] = useState<Outcome>();
  const [added, setAdded] = useState<Outcome>();

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
  return {
    file,
    expiry,
    checked,
    added,
    matches: matching.matches,
    isSending: send.isPending,
    failure: send.error,
    setExpiry,
    choose(next: File | null): void {
      setFile(next);
      setChecked(undefined);
      matching.reset();
      send.reset();
    },
    async check(): Promise<void> {
      const outcome = await post(true);
      setChecked(outcome);
      if (file !== null && outcome !== undefined && outcome.addedItemsCount > 0) await matching.count(file);
    },
    async add(): Promise<void> {
      const outcome = await post(false);
      if (outcome === undefined) return;
      setAdded(outcome);
      onAdded();
    },
  };
}

const isTooLarge = ({ size }: File): boolean => size > startupConfig().ereListUploadMaxSize;

/** The file, and why it cannot be checked. */
function FileField({ upload }: { upload: ReturnType<typeof useUpload> }) {
  const { t } = useTranslation();
  const labels = useListLabels();
  const size = labels.number(startupConfig().ereListUploadMaxSize / megabyte);
  const { file, checked } = upload;
  const failure = checked === undefined ? upload.failure : null;
  const text = failure === null ? undefined : errorText(failure.message);
  const error = file !== null && isTooLarge(file) ? t('fraud_lists.upload.too_large', { size }) : text;
  return (
    <FileInput
      label={t('fraud_lists.upload.file')}
      placeholder={t('fraud_lists.upload.choose')}
      accept=".csv,.txt,text/csv,text/plain"
      leftSection={<IconUpload size={16} aria-hidden />}
      clearable
      clearButtonProps={{ 'aria-label': t('fraud_lists.upload.clear') }}
      value={file}
      {...helpOrError(t('fraud_lists.upload.help', { size }), error)}
      onChange={upload.choose}
    />
  );
}

function SampleButton({ dataField }: { dataField: string }) {
  const { t } = useTranslation();
  const save = () =>
    saveCsv(
      'list-sample.csv',
      sampleValues(dataField).map((value) => `"${value}"\r\n`),
    );
  return (
    <Button variant="subtle" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
      {t('fraud_lists.upload.sample')}
    </Button>
  );
}

const isRepeated = ({ responseStatus }: RejectedRow): boolean => responseStatus === 'duplicate_list_item';

interface OutcomeProps {
  outcome: Outcome;
  /** The name of the list. */
  name: string;
}

/** The effect of adding the file. */
function CheckNotice({ outcome, name, matches }: OutcomeProps & { matches: string | undefined }) {
  const { t } = useTranslation();
  const labels = useListLabels();
  const { addedItemsCount, lostZerosCount = 0, errorUiItemsModelList: rows } = outcome;
  const repeated = rows.filter(isRepeated).length;
  return (
    <Notice
      kind={addedItemsCount > 0 ? 'info' : 'pending'}
      title={t('fraud_lists.upload.checked', {
        added: labels.number(addedItemsCount),
        repeated: labels.number(repeated),
        invalid: labels.number(rows.length - repeated),
      })}
    >
      {t('fraud_lists.upload.only_adds')}
      {matches !== undefined && <p>{matches}</p>}
      {lostZerosCount > 0 && (
        <p>{t('fraud_lists.upload.lost_zeros', { number: labels.number(lostZerosCount) })}</p>
      )}
      <RejectedRows rows={rows} name={name} />
    </Notice>
  );
}

function UploadResult({ outcome, name, onClose }: OutcomeProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const labels = useListLabels();
  const texts = useUiTexts();
  const rejected = outcome.errorUiItemsModelList;
  return (
    <div className="stack">
      <Notice
        kind={rejected.length === 0 ? 'success' : 'pending'}
        title={t('fraud_lists.upload.result', {
          added: labels.number(outcome.addedItemsCount),
          rejected: labels.number(rejected.length),
        })}
      >
        <RejectedRows rows={rejected} name={name} />
      </Notice>
      <div className="end-buttons">
        <Button onClick={onClose} data-autofocus>
          {texts.close}
        </Button>
      </div>
    </div>
  );
}

/** Rows shown in the dialog; the file has all of them. */
const maxRows = 5;

function RejectedRows({ rows, name }: { rows: readonly RejectedRow[]; name: string }) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  const describeReason = (row: RejectedRow): string =>
    t(`fraud_lists.error.${isRepeated(row) ? 'duplicate' : (row.error ?? 'other')}`);
  const invalid = rows.filter((row) => !isRepeated(row));
  return (
    <>
      <ul className={classes.rejected}>
        {invalid.slice(0, maxRows).map((row) => (
          <li key={row.line}>
            {t('fraud_lists.upload.line', { line: row.line, value: row.value })} {describeReason(row)}
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() =>
          saveCsv(
            `rejected-${name.replaceAll(/[^\w-]+/g, '_')}.csv`,
            rows.map((row) => csvLine([row.line, row.value, describeReason(row)])),
          )
        }
      >
        {t('fraud_lists.upload.rejected')}
      </Button>
    </>
  );
}

const saveCsv = (name: string, lines: readonly string[]): void =>
  saveBlob(new Blob(['\uFEFF', ...lines], { type: 'text/csv' }), name);

/** Whether adding values acts on payments at once. */
const isInUse = ({ active, listType, activeRulesCount }: FraudList): boolean =>
  active && (listType === 'negativeList' || activeRulesCount > 0);

/** How many accepted payments have a value of a file, in words; undefined before it is known. */
function useListFileMatches(list: FraudList) {
  const { t } = useTranslation();
  const labels = useListLabels();
  const { organisation } = useSignedIn();
  const send = useSend(countListFileMatches, { handlesOwnErrors: true });
  const { payments, hasMore = false, days } = send.data ?? {};
  return {
    matches:
      payments === undefined
        ? undefined
        : t(`fraud_lists.upload.${hasMore ? 'matches_more' : 'matches'}`, {
            number: labels.number(payments),
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

const samples: Readonly<Record<string, readonly string[]>> = {
  customerEmail: ['first@example.com', 'second@example.com'],
  customerIpAddress: ['203.0.113.7', '2001:db8::7'],
  customerTelephone: ['+44 20 7946 0000', '+49 30 123456'],
  billingPostcode: ['SW1A 1AA', '10115'],
  cardBin: ['411111', '555555'],
  normalisedAddress: ['1 High Street, London, SW1A 1AA, GBR', 'Hauptstr. 2, Berlin, 10115, DEU'],
};

/** Values of a field for a sample file. */
function sampleValues(dataField: string): readonly string[] {
  const set = findFraudField(dataField)?.values;
  if (set === 'country') return ['GBR', 'DEU'];
  if (set === 'currency') return ['GBP', 'EUR'];
  if (set !== undefined && set !== 'acquirer') return valueSets[set].slice(0, 2);
  return samples[dataField] ?? ['first', 'second'];
}

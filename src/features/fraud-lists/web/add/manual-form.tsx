import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { call } from '#web/call/call.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { addListItems, getRemainingValues } from '../../endpoints.ts';
import { cleanValue, hasPredefinedValues, maxManualRows } from '../../list-item-rules.ts';
import type { FraudList } from '../../list-shapes.ts';
import { type ManualRow, findRowFaults, pasteLines } from '../../manual-rows.ts';
import { type Update, type UpdateOutcome, countUpdates, runUpdates } from '../../update-queue.ts';
import { toOutcome } from '../editor/use-item-updates.tsx';
import { type Expiry, ExpiryField, expiryText, neverExpires } from '../expiry-field.tsx';
import classes from '../fraud-lists.module.css';
import { UpdateProgress } from '../update-progress.tsx';
import { useListWords } from '../use-list-words.ts';

interface Props {
  list: FraudList;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
  onAdded: () => void;
}

type Row = ManualRow & { expiry: Expiry };
const newRow = (key: number, value = ''): Row => ({ key, value, expiry: neverExpires() });

/** Up to ten rows, each with its expiry. They are added one by one. */
export function ManualForm({ list, onBusy, onClose, onAdded }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const words = useListWords();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const { dataField, listId } = list;
  const isChoice = hasPredefinedValues(dataField);
  const remaining = useCall(
    getRemainingValues,
    { path: { listId, orgId } },
    { isHandledHere: true, enabled: isChoice, staleTime: 0 },
  );
  const [rows, setRows] = useState<Row[]>([newRow(0)]);
  const [isChecked, setIsChecked] = useState(false);
  const [rest, setRest] = useState(0);
  const [updates, setUpdates] = useState<readonly Update[]>();
  const faults = findRowFaults(dataField, rows);
  const maxRows = isChoice ? Math.min(maxManualRows, remaining.data?.length ?? 1) : maxManualRows;
  const change = (key: number, part: Partial<Row>): void =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  function paste(event: ClipboardEvent, key: number): void {
    const pasted = pasteLines(rows, key, event.clipboardData.getData('text'));
    if (pasted === undefined) return;
    event.preventDefault();
    setRows(
      pasted.rows.map((row) => rows.find((known) => known.key === row.key) ?? newRow(row.key, row.value)),
    );
    setRest(pasted.rest);
  }
  async function add(): Promise<void> {
    setIsChecked(true);
    if (faults.size > 0 || rows.some(({ expiry }) => expiry.isWrong)) return;
    onBusy(true);
    const queue = rows.map(({ key, value }): Update => ({
      id: String(key),
      label: words.value(dataField, cleanValue(dataField, value)),
      status: 'pending',
    }));
    setUpdates(queue);
    const perform = async ({ id }: Update): Promise<UpdateOutcome> => {
      const row = rows.find(({ key }) => String(key) === id);
      if (row === undefined) return { status: 'failed' };
      const item = { value: cleanValue(dataField, row.value), expiryDate: expiryText(row.expiry) };
      const body = { orgId, uiListItemModels: [item] };
      const [result] = await call(addListItems, { path: { listId }, body });
      if (result?.responseStatus === 'ADDED') return { status: 'done' };
      if (result?.responseStatus === 'duplicate_list_item')
        return { status: 'duplicate', note: t('fraud_lists.fault.duplicate') };
      return { status: 'failed', note: words.faults(result?.message) };
    };
    const over = await runUpdates(queue, (update) => perform(update).catch(toOutcome), setUpdates);
    // What was not added stays, to be corrected.
    const left = over.filter(({ status }) => status !== 'done').map(({ id }) => id);
    setRows(rows.filter(({ key }) => left.includes(String(key))));
    onBusy(false);
    onAdded();
  }
  if (updates !== undefined) {
    const { processed, failed } = countUpdates(updates);
    const isOver = processed === updates.length;
    const restart = (): void => {
      if (rows.length === 0) setRows([newRow(0)]);
      setIsChecked(false);
      setUpdates(undefined);
    };
    return (
      <>
        <UpdateProgress updates={updates} />
        <div className={classes.actions}>
          <Button variant="default" disabled={!isOver} onClick={restart}>
            {t(failed > 0 ? 'fraud_lists.add.correct' : 'fraud_lists.add.more')}
          </Button>
          <Button disabled={!isOver} onClick={onClose}>
            {texts.close}
          </Button>
        </div>
      </>
    );
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <UnsavedGuard isDirty={rows.some(({ value }) => value !== '')} />
      {rest > 0 && <Notice kind="pending">{t('fraud_lists.add.too_many', { count: rest })}</Notice>}
      <ul className={classes.rows}>
        {rows.map((row, at) => {
          const fault = faults.get(row.key);
          const isShown = isChecked || (fault !== 'missing' && fault !== undefined && row.value.length > 7);
          const error = fault !== undefined && isShown ? t(`fraud_lists.fault.${fault}`) : undefined;
          const label = t('fraud_lists.add.value', { number: at + 1 });
          return (
            <li key={row.key} className={classes.row}>
              {isChoice ? (
                <SelectField
                  label={label}
                  searchable
                  choices={(remaining.data ?? [])
                    .filter((code) => code === row.value || rows.every(({ value }) => value !== code))
                    .map((code) => ({ value: code, label: words.value(dataField, code) }))}
                  value={row.value || null}
                  error={error}
                  onChange={(value) => change(row.key, { value: value ?? '' })}
                />
              ) : (
                <TextField
                  label={label}
                  value={row.value}
                  maxLength={500}
                  autoComplete="off"
                  spellCheck={false}
                  error={error}
                  onPaste={(event) => paste(event, row.key)}
                  onChange={(event) => change(row.key, { value: event.currentTarget.value })}
                />
              )}
              <ExpiryField value={row.expiry} onChange={(expiry) => change(row.key, { expiry })} />
              <span className={classes.rowEnd}>
                <ActionIcon
                  variant="subtle"
                  size={32}
                  aria-label={t('fraud_lists.add.remove_row', { number: at + 1 })}
                  disabled={rows.length === 1}
                  onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </span>
            </li>
          );
        })}
      </ul>
      <div className={classes.bulk}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={rows.length >= maxRows}
          onClick={() => setRows([...rows, newRow(Math.max(...rows.map(({ key }) => key)) + 1)])}
        >
          {t('fraud_lists.add.row')}
        </Button>
        {rows.length >= maxManualRows && <span>{t('fraud_lists.add.max_rows')}</span>}
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit">
          {t('fraud_lists.add.submit', { count: rows.length, number: rows.length })}
        </Button>
      </div>
    </form>
  );
}

import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { call } from '#web/call/call.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { matchValue } from '#features/record/fraud-fields/match-value.ts';
import { addListItems, getRemainingValues } from '../endpoints.ts';
import {
  cleanValue,
  hasPredefinedValues,
  maxManualRows,
  type ItemError,
  findValueError,
} from '../list-item-rules.ts';
import type { FraudList } from '../list-shapes.ts';
import { type UpdateOutcome, countUpdates } from '../update-queue.ts';
import { type Expiry, ExpiryField, expiryText, neverExpires } from './expiry-field.tsx';
import classes from './fraud-lists.module.css';
import { ProgressStep, useUpdates } from './update-progress.tsx';
import { useListLabels } from './use-list-labels.ts';

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
  const labels = useListLabels();
  const rows = useRows();
  const codes = useRemainingCodes(list);
  const { updates, run, cancel, forget } = useUpdates();
  const addRow = useAddRow(list.listId, list.dataField);
  async function add(): Promise<void> {
    onBusy(true);
    const labelOf = ({ value }: Row) => labels.value(list.dataField, cleanValue(list.dataField, value));
    // Rejected values stay in the form, to be corrected.
    rows.replace(await run(rows.all, labelOf, addRow));
    onBusy(false);
    onAdded();
  }
  if (updates === undefined) {
    return <RowsForm dataField={list.dataField} {...{ rows, codes, onClose }} onSubmit={() => void add()} />;
  }
  const label = t(countUpdates(updates).failed > 0 ? 'fraud_lists.add.correct' : 'fraud_lists.add.more');
  return (
    <ProgressStep
      updates={updates}
      onCancel={cancel}
      onClose={onClose}
      retryAction={{ label, onClick: forget }}
    />
  );
}

interface FormProps {
  dataField: string;
  rows: ReturnType<typeof useRows>;
  /** Values that can be chosen; undefined: values are typed. */
  codes: readonly string[] | undefined;
  /** All rows are valid. */
  onSubmit: () => void;
  onClose: () => void;
}

function RowsForm({ dataField, rows, codes, onSubmit, onClose }: FormProps) {
  const { t } = useTranslation();
  const labels = useListLabels();
  const [isChecked, setIsChecked] = useState(false);
  const rowErrors = findRowErrors(dataField, rows.all);
  const count = rows.all.length;
  const errorOf = ({ key, value }: Row): string | undefined => {
    const rowError = rowErrors.get(key);
    const isVisible = isChecked || (rowError !== 'missing' && value.length > 7);
    return rowError !== undefined && isVisible ? t(`fraud_lists.error.${rowError}`) : undefined;
  };
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        if (rowErrors.size === 0 && rows.all.every(({ expiry }) => !expiry.isWrong)) onSubmit();
      }}
    >
      <UnsavedGuard isDirty={rows.all.some(({ value }) => value !== '')} />
      {rows.overflow > 0 && (
        <Notice kind="pending">{t('fraud_lists.add.too_many', { count: rows.overflow })}</Notice>
      )}
      <ul className={classes.rows}>
        {rows.all.map((row, index) => (
          <RowFields
            key={row.key}
            row={row}
            number={index + 1}
            choices={codes
              ?.filter((code) => code === row.value || rows.all.every(({ value }) => value !== code))
              .map((code) => ({ value: code, label: labels.value(dataField, code) }))}
            error={errorOf(row)}
            onChange={(part) => rows.change(row.key, part)}
            onPaste={(event) => rows.paste(event, row.key)}
            onRemove={count === 1 ? undefined : () => rows.remove(row.key)}
          />
        ))}
      </ul>
      <div className={classes.bulk}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={count >= Math.min(maxManualRows, codes?.length ?? maxManualRows)}
          onClick={rows.add}
        >
          {t('fraud_lists.add.row')}
        </Button>
        {count >= maxManualRows && <span>{t('fraud_lists.add.max_rows')}</span>}
      </div>
      <div className="end-buttons">
        <DialogButtons
          submit={t('fraud_lists.add.submit', { count, number: count })}
          isBusy={false}
          onCancel={onClose}
        />
      </div>
    </form>
  );
}

/** The rows of the form: always one at least. `overflow` is how many pasted lines had no row. */
function useRows() {
  const [rows, setRows] = useState<readonly Row[]>([newRow(0)]);
  const [overflow, setOverflow] = useState(0);
  return {
    all: rows,
    overflow,
    add: () => setRows([...rows, newRow(Math.max(...rows.map(({ key }) => key)) + 1)]),
    change: (key: number, part: Partial<Row>) =>
      setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row))),
    remove: (key: number) => setRows(rows.filter((row) => row.key !== key)),
    replace: (next: readonly Row[]) => setRows(next.length === 0 ? [newRow(0)] : next),
    paste(event: ClipboardEvent, rowIndex: number): void {
      const pasted = pasteLines(rows, rowIndex, event.clipboardData.getData('text'));
      if (pasted === undefined) return;
      event.preventDefault();
      setRows(pasted.rows.map(({ key, value }) => rows.find((row) => row.key === key) ?? newRow(key, value)));
      setOverflow(pasted.overflow);
    },
  };
}

/** The codes that the list does not have yet; undefined for a field whose values are typed. */
function useRemainingCodes({ listId, dataField }: FraudList): readonly string[] | undefined {
  const { organisation } = useSignedIn();
  const enabled = hasPredefinedValues(dataField);
  const path = { listId, orgId: organisation.selectedParentOrgId };
  const remaining = useCall(getRemainingValues, { path }, { handlesOwnErrors: true, enabled, staleTime: 0 });
  return enabled ? (remaining.data ?? []) : undefined;
}

/** Adds the value of one row. */
function useAddRow(listId: number, dataField: string): (row: Row) => Promise<UpdateOutcome> {
  const { t } = useTranslation();
  const labels = useListLabels();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  return async ({ value, expiry }) => {
    const item = { value: cleanValue(dataField, value), expiryDate: expiryText(expiry) };
    const body = { orgId, uiListItemModels: [item] };
    const [result] = await call(addListItems, { path: { listId }, body });
    if (result?.responseStatus === 'ADDED') return { status: 'done' };
    if (result?.responseStatus === 'duplicate_list_item')
      return { status: 'duplicate', note: t('fraud_lists.error.duplicate') };
    return { status: 'failed', note: labels.errors(result?.message) };
  };
}

interface RowProps {
  row: Row;
  /** From 1. */
  number: number;
  /** undefined: the value is typed. */
  choices: { value: string; label: string }[] | undefined;
  error: string | undefined;
  onChange: (part: Partial<Row>) => void;
  onPaste: (event: ClipboardEvent) => void;
  /** undefined for the only row. */
  onRemove: (() => void) | undefined;
}

/** A value, its expiry, and the button that removes the row. */
function RowFields({ row, number, choices, error, onChange, onPaste, onRemove }: RowProps) {
  const { t } = useTranslation();
  const label = t('fraud_lists.add.value', { number });
  return (
    <li className={classes.row}>
      {choices === undefined ? (
        <TextField
          label={label}
          value={row.value}
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
          error={error}
          onPaste={onPaste}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
        />
      ) : (
        <SelectField
          label={label}
          searchable
          choices={choices}
          value={row.value || null}
          error={error}
          onChange={(value) => onChange({ value: value ?? '' })}
        />
      )}
      <ExpiryField value={row.expiry} onChange={(expiry) => onChange({ expiry })} />
      <span className={classes.rowEnd}>
        <ActionIcon
          variant="subtle"
          size={32}
          aria-label={t('fraud_lists.add.remove_row', { number })}
          disabled={onRemove === undefined}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  );
}

/** A row of the dialog that adds values by hand. `key` keeps its field while rows are removed. */
interface ManualRow {
  key: number;
  value: string;
}

/** The error of each row, by key. Rows that repeat another value are errors too. */
export function findRowErrors(
  dataField: string,
  rows: readonly ManualRow[],
): Map<number, ItemError | 'repeated'> {
  const errors = new Map<number, ItemError | 'repeated'>();
  const values = new Set<string>();
  for (const { key, value } of rows) {
    const error = findValueError(dataField, value);
    const compared = matchValue(dataField, cleanValue(dataField, value)) ?? '';
    if (error) errors.set(key, error);
    else if (values.has(compared)) errors.set(key, 'repeated');
    values.add(compared);
  }
  return errors;
}

/**
 * Lines pasted into a row fill it and the rows below, up to the maximum. `overflow` is how many had no row. Undefined for
 * one line, which is pasted as usual.
 */
export function pasteLines(
  rows: readonly ManualRow[],
  start: number,
  pasted: string,
): { rows: ManualRow[]; overflow: number } | undefined {
  const lines = pasted
    .split(/[\r\n\t]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length < 2) return undefined;
  const index = rows.findIndex(({ key }) => key === start);
  const before = rows.slice(0, index);
  const after = rows.slice(index + 1).filter(({ value }) => value.trim() !== '');
  const room = maxManualRows - before.length - after.length;
  const nextKey = Math.max(...rows.map(({ key }) => key)) + 1;
  const filled = lines.slice(0, room).map((value, offset) => ({ key: nextKey + offset, value }));
  return { rows: [...before, ...filled, ...after], overflow: lines.length - filled.length };
}

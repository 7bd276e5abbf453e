import { Button } from '@mantine/core';
import { useState } from 'react';
import { CheckField } from '#ui/form/check-field.tsx';
import { RadioField } from '#ui/form/radio-field.tsx';
import { RangeField } from '#ui/form/range-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { type QueueSearch, statusChoices, taskTypes, maxAmountDigits } from '../queue-search.ts';
import classes from './queue.module.css';
import { useTaskCounts } from './use-queue.ts';
import type { QueueLabels } from './use-queue-labels.ts';
import type { ListField } from '#web/list-screen/list-field.ts';

interface Props {
  search: QueueSearch;
  labels: QueueLabels;
  onApply: (change: Partial<QueueSearch>) => void;
  onClose: () => void;
}

/** Assignee, status, types and amounts, with the number of tasks that each choice would show. */
export function QueueFilter({ search, labels, onApply, onClose }: Props) {
  const filter = useFilterDraft(search, labels);
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onApply(toFilter(filter.draft, filter.ceiling) as Partial<QueueSearch>);
        onClose();
      }}
    >
      <AssigneeField filter={filter} labels={labels} />
      <StatusField filter={filter} labels={labels} />
      <TypeFields filter={filter} labels={labels} />
      <AmountField filter={filter} labels={labels} />
      <FilterButtons labels={labels} onClear={() => filter.change(emptyDraft)} onCancel={onClose} />
    </form>
  );
}

/** The choices before they are applied, the number of tasks of each, and the largest amount. */
function useFilterDraft(search: QueueSearch, labels: QueueLabels) {
  const [draft, setDraft] = useState(() => toDraft(search));
  const [ceiling, setCeiling] = useState<number>();
  const counts = useTaskCounts(toFilter(draft, ceiling));
  const maximum = counts === undefined ? undefined : Math.ceil(Number(counts.maximumTransactionAmount));
  if (maximum !== undefined && maximum !== ceiling) setCeiling(maximum);
  return {
    draft,
    change: (change: Partial<FilterDraft>): void => setDraft({ ...draft, ...change }),
    counts,
    ceiling,
    /** "New (12)"; without the number until it is known. */
    counted: (label: string, number: number | undefined): string =>
      counts === undefined
        ? label
        : labels.t('queue.filter.counted', { label, number: labels.number(number ?? 0) }),
  };
}

interface FieldProps {
  filter: ReturnType<typeof useFilterDraft>;
  labels: QueueLabels;
}

function AssigneeField({ filter: { draft, change, counts, counted }, labels: { t } }: FieldProps) {
  const tasks = counts?.assigneeCountMap;
  return (
    <RadioField
      label={t('queue.filter.assignee')}
      choices={[
        { value: 'anyone', label: counted(t('queue.filter.anyone'), tasks?.ANYONE) },
        { value: 'me', label: counted(t('queue.filter.me'), tasks?.ME) },
      ]}
      value={draft.isMine ? 'me' : 'anyone'}
      onChange={(assignee) => change({ isMine: assignee === 'me' })}
    />
  );
}

function StatusField({ filter: { draft, change, counts, counted }, labels }: FieldProps) {
  const { t } = labels;
  const tasks = counts?.statusCounts;
  const countOf = (status: string): number | undefined =>
    status === 'ALL_FAILED' ? tasks?.totalFailedCount : tasks?.taskStatusCountsMap[status];
  return (
    <SelectField
      label={t('queue.column.status')}
      searchable={false}
      choices={[
        { value: '', label: t('queue.filter.any_status') },
        ...statusChoices.map((status) => ({
          value: status,
          label: counted(labels.status(status), countOf(status)),
        })),
      ]}
      value={draft.status}
      onChange={(status) => change({ status: status ?? '' })}
    />
  );
}

function TypeFields({ filter: { draft, change, counts, counted }, labels }: FieldProps) {
  const choose = (type: string, isChosen: boolean): void =>
    change({
      types: taskTypes.filter((taskType) => (taskType === type ? isChosen : draft.types.includes(taskType))),
    });
  return (
    <fieldset className={classes.types}>
      <legend>{labels.t('queue.filter.types')}</legend>
      {taskTypes.map((type) => (
        <CheckField
          key={type}
          label={counted(labels.type(type), counts?.transactionTypeCountMap[type])}
          isChecked={draft.types.includes(type)}
          onChange={(isChecked) => choose(type, isChecked)}
        />
      ))}
    </fieldset>
  );
}

function AmountField({ filter: { draft, change, ceiling }, labels: { t } }: FieldProps) {
  const { low } = draft;
  const high = Math.max(low, draft.high ?? ceiling ?? low);
  const range = { low, high, ceiling: ceiling ?? high };
  return (
    <RangeField
      label={t('queue.filter.amount')}
      lowLabel={t('queue.filter.low')}
      highLabel={t('queue.filter.high')}
      {...range}
      readEnd={(end, text) => readEnd(end, text, range)}
      onChange={(from, to) => change({ low: from, high: to })}
    />
  );
}

interface ButtonsProps {
  labels: QueueLabels;
  onClear: () => void;
  onCancel: () => void;
}

function FilterButtons({ labels: { t }, onClear, onCancel }: ButtonsProps) {
  const texts = useUiTexts();
  return (
    <div className="end-buttons">
      <Button className={classes.first ?? ''} variant="subtle" onClick={onClear}>
        {t('queue.filter.clear')}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {texts.cancel}
      </Button>
      <Button type="submit">{t('queue.filter.apply')}</Button>
    </div>
  );
}

/** The filters of the dialog. The switch above the list chooses the assignee too. */
export function queueFields(
  search: QueueSearch,
  labels: QueueLabels,
  change: (change: Partial<QueueSearch>) => void,
  onOpen: () => void,
): ListField[] {
  const { t } = labels;
  const { assignee, status, type, min, max } = search;
  const field = (
    id: string,
    label: string,
    chip: string | undefined,
    update: { [name in keyof QueueSearch]?: undefined },
  ): ListField => ({
    kind: 'dialog',
    id,
    label: t(label),
    chip,
    onOpen,
    onRemove: () => change(update as Partial<QueueSearch>),
  });
  const ends = [
    min === undefined ? '' : `≥ ${labels.amount(min)}`,
    max === undefined ? '' : `≤ ${labels.amount(max)}`,
  ].filter(Boolean);
  return [
    {
      ...field('assignee', 'queue.filter.assignee', assignee && t('queue.filter.me'), {
        assignee: undefined,
      }),
      isDefault: true,
    },
    field('status', 'queue.column.status', status && labels.status(status), { status: undefined }),
    field('type', 'queue.column.type', type && labels.list(type.split(',').map(labels.type)), {
      type: undefined,
    }),
    field('amount', 'queue.filter.amount', ends.length === 0 ? undefined : ends.join(', '), {
      min: undefined,
      max: undefined,
    }),
  ];
}

/** The value of a column's filter in words. */
export function chipValue(column: string, value: string, labels: QueueLabels): string {
  switch (column) {
    case 'status':
      return labels.status(value);
    case 'type':
      return labels.type(value);
    case 'source':
      return labels.source(value);
    case 'time':
      return labels.t('queue.until', { day: labels.times.day(value) });
    case 'country':
      return labels.countryNames.get(value) ?? value;
    default:
      return value;
  }
}

/** The filters that the dialog edits, before they are applied. */
interface FilterDraft {
  isMine: boolean;
  /** Empty for any. */
  status: string;
  types: readonly string[];
  low: number;
  /** Undefined is the ceiling, also before that is known. */
  high: number | undefined;
}

export const emptyDraft: FilterDraft = { isMine: false, status: '', types: [], low: 0, high: undefined };

export function toDraft({ assignee, status, type, min, max }: QueueSearch): FilterDraft {
  return {
    isMine: assignee === 'me',
    status: status ?? '',
    types: type?.split(',') ?? [],
    low: Number(min ?? 0),
    high: max === undefined ? undefined : Number(max),
  };
}

/** The draft as the address has it. An end of the amounts is part of it only when it narrows them. */
export function toFilter(
  { isMine, status, types, low, high }: FilterDraft,
  ceiling: number | undefined,
): Record<'assignee' | 'status' | 'type' | 'min' | 'max', string | undefined> & {
  assignee: 'me' | undefined;
} {
  const isNarrow = high !== undefined && (ceiling === undefined || high < ceiling);
  return {
    assignee: isMine ? 'me' : undefined,
    status: status || undefined,
    type: types.length === 0 ? undefined : types.join(','),
    min: low > 0 ? String(low) : undefined,
    max: isNarrow ? String(high) : undefined,
  };
}

/** The end that was typed, or undefined where the last valid one stays: no digits, or beyond the other end or the range. */
export function readEnd(
  end: 'low' | 'high',
  text: string,
  { low, high, ceiling }: { low: number; high: number; ceiling: number },
): number | undefined {
  if (!/^\d+$/.test(text) || text.length > maxAmountDigits) return undefined;
  const number = Number(text);
  const isInRange = end === 'low' ? number <= high : number >= low && number <= ceiling;
  return isInRange ? number : undefined;
}

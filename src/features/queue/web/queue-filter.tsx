import { Button } from '@mantine/core';
import { useState } from 'react';
import { CheckField } from '#ui/form/check-field.tsx';
import { RadioField } from '#ui/form/radio-field.tsx';
import { RangeField } from '#ui/form/range-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { type FilterDraft, emptyDraft, readEnd, toDraft, toFilter } from '../filter-draft.ts';
import { type QueueSearch, statusChoices, taskTypes } from '../queue-search.ts';
import classes from './queue.module.css';
import { useTaskCounts } from './use-queue.ts';
import type { QueueWords } from './use-queue-words.ts';
import { textOfDay } from '#shared/calendar-day.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import { columnAddress } from './queue-columns.tsx';

interface Props {
  search: QueueSearch;
  words: QueueWords;
  onApply: (part: Partial<QueueSearch>) => void;
  onClose: () => void;
}

/** Assignee, status, types and amounts, with the number of tasks that each choice would show. */
export function QueueFilter({ search, words, onApply, onClose }: Props) {
  const filter = useFilterDraft(search, words);
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
      <AssigneeField filter={filter} words={words} />
      <StatusField filter={filter} words={words} />
      <TypeFields filter={filter} words={words} />
      <AmountField filter={filter} words={words} />
      <FilterButtons words={words} onClear={() => filter.change(emptyDraft)} onCancel={onClose} />
    </form>
  );
}

/** The choices before they are applied, the number of tasks of each, and the largest amount. */
function useFilterDraft(search: QueueSearch, words: QueueWords) {
  const [draft, setDraft] = useState(() => toDraft(search));
  const [ceiling, setCeiling] = useState<number>();
  const counts = useTaskCounts(toFilter(draft, ceiling));
  const maximum = counts === undefined ? undefined : Math.ceil(Number(counts.maximumTransactionAmount));
  if (maximum !== undefined && maximum !== ceiling) setCeiling(maximum);
  return {
    draft,
    change: (part: Partial<FilterDraft>): void => setDraft({ ...draft, ...part }),
    counts,
    ceiling,
    /** "New (12)"; without the number until it is known. */
    counted: (label: string, number: number | undefined): string =>
      counts === undefined
        ? label
        : words.t('queue.filter.counted', { label, number: words.number(number ?? 0) }),
  };
}

interface FieldProps {
  filter: ReturnType<typeof useFilterDraft>;
  words: QueueWords;
}

function AssigneeField({ filter: { draft, change, counts, counted }, words: { t } }: FieldProps) {
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

function StatusField({ filter: { draft, change, counts, counted }, words }: FieldProps) {
  const { t } = words;
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
          label: counted(words.status(status), countOf(status)),
        })),
      ]}
      value={draft.status}
      onChange={(status) => change({ status: status ?? '' })}
    />
  );
}

function TypeFields({ filter: { draft, change, counts, counted }, words }: FieldProps) {
  const choose = (type: string, isChosen: boolean): void =>
    change({ types: taskTypes.filter((one) => (one === type ? isChosen : draft.types.includes(one))) });
  return (
    <fieldset className={classes.types}>
      <legend>{words.t('queue.filter.types')}</legend>
      {taskTypes.map((type) => (
        <CheckField
          key={type}
          label={counted(words.type(type), counts?.transactionTypeCountMap[type])}
          isChecked={draft.types.includes(type)}
          onChange={(isChecked) => choose(type, isChecked)}
        />
      ))}
    </fieldset>
  );
}

function AmountField({ filter: { draft, change, ceiling }, words: { t } }: FieldProps) {
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
  words: QueueWords;
  onClear: () => void;
  onCancel: () => void;
}

function FilterButtons({ words: { t }, onClear, onCancel }: ButtonsProps) {
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

/** One chip for each filter, the default one included. */
export function queueChips(
  search: QueueSearch,
  words: QueueWords,
  change: (part: Partial<QueueSearch>) => void,
): FilterChip[] {
  const { t } = words;
  const { assignee, status, type, min, max } = search;
  const chips: FilterChip[] = [];
  const add = (id: string, label: string, part: { [name in keyof QueueSearch]?: undefined }) =>
    chips.push({ id, label, onRemove: () => change(part as Partial<QueueSearch>) });
  if (assignee !== undefined) add('assignee', t('queue.mine'), { assignee: undefined });
  if (status !== undefined)
    add('status', `${t('queue.column.status')}: ${words.status(status)}`, { status: undefined });
  if (type !== undefined)
    add('type', `${t('queue.column.type')}: ${words.list(type.split(',').map(words.type))}`, {
      type: undefined,
    });
  if (min !== undefined || max !== undefined) {
    const ends = [
      min === undefined ? '' : `≥ ${words.amount(min)}`,
      max === undefined ? '' : `≤ ${words.amount(max)}`,
    ];
    add('amount', `${t('queue.column.amount')}: ${ends.filter(Boolean).join(', ')}`, {
      min: undefined,
      max: undefined,
    });
  }
  for (const [id, { filter }] of Object.entries(columnAddress)) {
    const value = filter === undefined ? undefined : search[filter];
    if (filter === undefined || value === undefined) continue;
    const column = t(`queue.column.${id}`);
    add(`column.${id}`, `${column}: ${chipValue(id, value, words)}`, { [filter]: undefined });
  }
  return chips;
}

function chipValue(column: string, value: string, words: QueueWords): string {
  switch (column) {
    case 'status':
      return words.status(value);
    case 'type':
      return words.type(value);
    case 'source':
      return words.source(value);
    case 'time':
      return words.t('queue.until', { day: textOfDay(value) });
    case 'country':
      return words.countryNames.get(value) ?? value;
    default:
      return value;
  }
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { CheckField } from '#ui/form/check-field.tsx';
import { RadioField } from '#ui/form/radio-field.tsx';
import { RangeField } from '#ui/form/range-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { emptyDraft, readEnd, toDraft, toFilter } from '../filter-draft.ts';
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
  const { t } = words;
  const texts = useUiTexts();
  const [draft, setDraft] = useState(() => toDraft(search));
  const [ceiling, setCeiling] = useState<number>();
  const counts = useTaskCounts(toFilter(draft, ceiling));
  const maximum = counts === undefined ? undefined : Math.ceil(Number(counts.maximumTransactionAmount));
  if (maximum !== undefined && maximum !== ceiling) setCeiling(maximum);
  const counted = (label: string, number: number | undefined): string =>
    counts === undefined ? label : t('queue.filter.counted', { label, number: words.number(number ?? 0) });
  const statusCount = (status: string): number | undefined =>
    status === 'ALL_FAILED'
      ? counts?.statusCounts.totalFailedCount
      : counts?.statusCounts.taskStatusCountsMap[status];
  const high = Math.max(draft.low, draft.high ?? ceiling ?? draft.low);
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onApply(toFilter(draft, ceiling) as Partial<QueueSearch>);
        onClose();
      }}
    >
      <RadioField
        label={t('queue.filter.assignee')}
        choices={[
          { value: 'anyone', label: counted(t('queue.filter.anyone'), counts?.assigneeCountMap.ANYONE) },
          { value: 'me', label: counted(t('queue.filter.me'), counts?.assigneeCountMap.ME) },
        ]}
        value={draft.isMine ? 'me' : 'anyone'}
        onChange={(assignee) => setDraft({ ...draft, isMine: assignee === 'me' })}
      />
      <SelectField
        label={t('queue.column.status')}
        searchable={false}
        choices={[
          { value: '', label: t('queue.filter.any_status') },
          ...statusChoices.map((status) => ({
            value: status,
            label: counted(words.status(status), statusCount(status)),
          })),
        ]}
        value={draft.status}
        onChange={(status) => setDraft({ ...draft, status: status ?? '' })}
      />
      <fieldset className={classes.types}>
        <legend>{t('queue.filter.types')}</legend>
        {taskTypes.map((type) => (
          <CheckField
            key={type}
            label={counted(words.type(type), counts?.transactionTypeCountMap[type])}
            isChecked={draft.types.includes(type)}
            onChange={(isChecked) =>
              setDraft({
                ...draft,
                types: taskTypes.filter((one) => (one === type ? isChecked : draft.types.includes(one))),
              })
            }
          />
        ))}
      </fieldset>
      <RangeField
        label={t('queue.filter.amount')}
        lowLabel={t('queue.filter.low')}
        highLabel={t('queue.filter.high')}
        low={draft.low}
        high={high}
        ceiling={ceiling ?? high}
        readEnd={(end, text) => readEnd(end, text, { low: draft.low, high, ceiling: ceiling ?? high })}
        onChange={(low, next) => setDraft({ ...draft, low, high: next })}
      />
      <div className={classes.actions}>
        <Button className={classes.first ?? ''} variant="subtle" onClick={() => setDraft(emptyDraft)}>
          {t('queue.filter.clear')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit">{t('queue.filter.apply')}</Button>
      </div>
    </form>
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

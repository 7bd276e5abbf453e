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

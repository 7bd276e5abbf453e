import { NextStep } from '#web/links/next-step.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { CalendarDay, DayRange } from '#shared/calendar-day.ts';
import { type LinkStatus, linkStatuses } from '#shared/payments/link-status.ts';
import { type LinksSearch, isSearchAmount, linkCriteria } from '../links-search.ts';
import classes from './smart-links.module.css';
import { RangePicker } from '#ui/date/range/range-picker.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { formatDays } from '#ui/date/range/format-days.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';

const fields = ['reference', 'emailAddress', 'amount'] as const;
type Field = (typeof fields)[number];
const earliestDay: CalendarDay = '2000-01-01';

interface Props {
  search: LinksSearch;
  onSearch: (search: LinksSearch) => void;
}

/** Status, one value and days of creation. Only a change of status searches at once. */
export function LinksFilter({ search, onSearch }: Props) {
  const { t } = useTranslation();
  const today = useTimes().today();
  const [field, setField] = useState<Field>(
    () => fields.find((candidate) => search[candidate]) ?? 'reference',
  );
  const [value, setValue] = useState(() => search[field] ?? '');
  const [isWrong, setIsWrong] = useState(false);
  const { createdFrom, createdTo } = search;
  const [days, setDays] = useState<DayRange | undefined>(
    createdFrom === undefined || createdTo === undefined ? undefined : { from: createdFrom, to: createdTo },
  );
  const { pageSize } = search;
  const isFiltered = linkCriteria.some((criterion) => search[criterion] !== undefined);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const text = parseCriterion(field, value);
    setIsWrong(text === undefined);
    if (text === undefined) return;
    onSearch({
      offset: 0,
      pageSize,
      status: search.status,
      ...(text === '' ? {} : { [field]: text }),
      ...(days === undefined ? {} : { createdFrom: days.from, createdTo: days.to }),
    });
  }
  return (
    <form className={classes.filter} onSubmit={submit} noValidate>
      <StatusSelect search={search} onSearch={onSearch} />
      <SelectField
        label={t('smart_links.search_by')}
        choices={fields.map((choice) => ({ value: choice, label: t(`smart_links.search_field.${choice}`) }))}
        value={field}
        onChange={(value) => {
          setField((value ?? field) as Field);
          setValue('');
          setIsWrong(false);
        }}
      />
      <TextField
        data-search
        label={t(`smart_links.search_field.${field}`)}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={isWrong ? t(`smart_links.search_wrong.${field}`) : undefined}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <RangePicker
        label={t('list.created_days')}
        value={days}
        min={earliestDay}
        today={today}
        hasAnyTime
        onChange={setDays}
      />
      <div className={classes.filterEnd}>
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
          {t('smart_links.search')}
        </Button>
        {isFiltered && (
          <Button variant="default" onClick={() => onSearch({ offset: 0, pageSize })}>
            {t('smart_links.clear')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The text to search for; undefined when it is invalid. */
function parseCriterion(field: Field, value: string): string | undefined {
  const text = value.trim();
  if (text === '' || field === 'reference') return text;
  if (field === 'emailAddress') return text.length >= 3 ? text : undefined;
  // Many languages write '12,50'. '1,250' is ambiguous and rejected.
  const amount = text.replace(/,(?=\d{1,2}$)/, '.');
  return isSearchAmount(amount) ? amount : undefined;
}

function StatusSelect({ search, onSearch }: Props) {
  const { t } = useTranslation();
  return (
    <SelectField
      label={t('smart_links.column.status')}
      choices={[
        { value: '', label: t('smart_links.every_status') },
        ...linkStatuses.map((status) => ({ value: status, label: t(`smart_links.status.${status}`) })),
      ]}
      value={search.status ?? ''}
      onChange={(value) => {
        const { status: _before, ...rest } = search;
        onSearch({ ...rest, offset: 0, status: value ? (value as LinkStatus) : undefined });
      }}
    />
  );
}

/** One chip a filter of the list. */
export function linkChips(
  search: LinksSearch,
  t: Translate,
  today: string,
  locale: string,
  change: (part: Partial<LinksSearch>) => void,
): FilterChip[] {
  const { status, createdFrom, createdTo } = search;
  const chips: FilterChip[] = [];
  if (status !== undefined) {
    const label = `${t('smart_links.column.status')}: ${t(`smart_links.status.${status}`)}`;
    chips.push({ id: 'status', label, onRemove: () => change({ status: undefined }) });
  }
  for (const id of ['reference', 'emailAddress', 'amount'] as const) {
    if (search[id] === undefined) continue;
    const label = `${t(`smart_links.search_field.${id}`)}: ${search[id]}`;
    chips.push({ id, label, onRemove: () => change({ [id]: undefined }) });
  }
  if (createdFrom !== undefined && createdTo !== undefined) {
    chips.push({
      id: 'created',
      label: t('list.created', { days: formatDays(createdFrom, createdTo, today, locale) }),
      onRemove: () => change({ createdFrom: undefined, createdTo: undefined }),
    });
  }
  return chips;
}

/** For a list without links: none match, or none exist. */
export function NoLinks({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  return isFiltered ? (
    <EmptyState title={t('smart_links.none_so')} step={{ label: t('smart_links.clear'), onClick: onClear }}>
      {t('smart_links.none_so_text')}
    </EmptyState>
  ) : (
    <EmptyState title={t('smart_links.none')}>
      {t('smart_links.none_text')}
      <NextStep />
    </EmptyState>
  );
}

import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { type CalendarDay, addMonths } from '#shared/calendar-day.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import { type LinkStatus, linkStatuses } from '#features/smart-links/link-status.ts';
import { type LinksSearch, isSearchAmount, linkCriteria } from '#features/smart-links/links-search.ts';
import classes from '#features/smart-links/web/smart-links.module.css';
import { DateField } from '#ui/date/date-field.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { formatDays } from '#web/format/day-range.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';

const fields = ['reference', 'emailAddress', 'amount'] as const;
type Field = (typeof fields)[number];
const earliestDay: CalendarDay = '2000-01-01';

const todayIn = (zone: string): CalendarDay => zonedDate(new Date(), zone);

type Props = { search: LinksSearch; onSearch: (search: LinksSearch) => void };

/** Status, one value and days of creation. Only a change of status searches at once. */
export function LinksFilter({ search, onSearch }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const today = todayIn(times.zone);
  const [field, setField] = useState<Field>(() => fields.find((one) => search[one]) ?? 'reference');
  const [value, setValue] = useState(() => search[field] ?? '');
  const [isWrong, setIsWrong] = useState(false);
  const [hasDays, setHasDays] = useState(search.createdFrom !== undefined);
  const [from, setFrom] = useState(search.createdFrom ?? addMonths(today, -1));
  const [to, setTo] = useState(search.createdTo ?? today);
  const isBackward = hasDays && from > to;
  const { pageSize } = search;
  const isFiltered = linkCriteria.some((one) => search[one] !== undefined);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const text = parseCriterion(field, value);
    setIsWrong(text === undefined);
    if (text === undefined || isBackward) return;
    onSearch({
      offset: 0,
      pageSize,
      ...(search.status === undefined ? {} : { status: search.status }),
      ...(text === '' ? {} : { [field]: text }),
      ...(hasDays ? { createdFrom: from, createdTo: to } : {}),
    });
  }
  return (
    <form className={classes.filter} onSubmit={submit} noValidate>
      <StatusSelect search={search} onSearch={onSearch} />
      <SelectField
        label={t('smart_links.search_by')}
        choices={fields.map((one) => ({ value: one, label: t(`smart_links.search_field.${one}`) }))}
        value={field}
        onChange={(one) => {
          setField((one ?? field) as Field);
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
      {hasDays && <DayFields from={from} to={to} today={today} onFrom={setFrom} onTo={setTo} />}
      <div className={classes.filterEnd}>
        <CheckField label={t('smart_links.by_day')} isChecked={hasDays} onChange={setHasDays} />
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
        ...linkStatuses.map((one) => ({ value: one, label: t(`smart_links.status.${one}`) })),
      ]}
      value={search.status ?? ''}
      onChange={(one) => {
        const { status: _before, ...rest } = search;
        onSearch({ ...rest, offset: 0, ...(one ? { status: one as LinkStatus } : {}) });
      }}
    />
  );
}

type DayProps = {
  from: CalendarDay;
  to: CalendarDay;
  today: CalendarDay;
  onFrom: (day: CalendarDay) => void;
  onTo: (day: CalendarDay) => void;
};

function DayFields({ from, to, today, onFrom, onTo }: DayProps) {
  const { t } = useTranslation();
  const dates = {
    min: earliestDay,
    max: today,
    errorTexts: {
      invalid: t('smart_links.wrong.day'),
      future: t('smart_links.wrong.future'),
      minimum: t('smart_links.wrong.day'),
    },
  };
  return (
    <>
      <DateField {...dates} label={t('smart_links.created_from')} value={from} onChange={onFrom} />
      <DateField
        {...dates}
        label={t('smart_links.created_to')}
        value={to}
        onChange={onTo}
        error={from > to ? t('smart_links.wrong.backward') : undefined}
      />
    </>
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

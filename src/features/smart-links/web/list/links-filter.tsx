import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { type CalendarDay, addMonths } from '#shared/calendar-day.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import { type LinkStatus, linkStatuses } from '#features/hosted-sessions/link-status.ts';
import { type LinksSearch, isSearchAmount, linkCriteria } from '#features/smart-links/links-search.ts';
import classes from '#features/smart-links/web/smart-links.module.css';
import { DateField } from '#ui/date/date-field.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const fields = ['reference', 'emailAddress', 'amount'] as const;
type Field = (typeof fields)[number];
const earliestDay: CalendarDay = '2000-01-01';

const todayIn = (zone: string): CalendarDay => zonedDate(new Date(), zone);

type Props = { search: LinksSearch; onSearch: (search: LinksSearch) => void };

/** Status, one value and days of creation; nothing is asked before the button is pressed, except by a status. */
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
  const isNarrowed = linkCriteria.some((one) => search[one] !== undefined);
  function submit(event: FormEvent): void {
    event.preventDefault();
    // '12,50' is how many languages write it; '1,250' could be either and is refused.
    const text = field === 'amount' ? value.trim().replace(/,(?=\d{1,2}$)/, '.') : value.trim();
    const isGood =
      text === '' || (field === 'amount' ? isSearchAmount(text) : field === 'reference' || text.length >= 3);
    setIsWrong(!isGood);
    if (!isGood || isBackward) return;
    onSearch({
      offset: 0,
      pageSize,
      ...(search.status === undefined ? {} : { status: search.status }),
      ...(text === '' ? {} : { [field]: text }),
      ...(hasDays ? { createdFrom: from, createdTo: to } : {}),
    });
  }
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
    <form className={classes.filter} onSubmit={submit} noValidate>
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
      {hasDays && (
        <>
          <DateField {...dates} label={t('smart_links.created_from')} value={from} onChange={setFrom} />
          <DateField
            {...dates}
            label={t('smart_links.created_to')}
            value={to}
            onChange={setTo}
            error={isBackward ? t('smart_links.wrong.backward') : undefined}
          />
        </>
      )}
      <div className={classes.filterEnd}>
        <CheckField label={t('smart_links.by_day')} isChecked={hasDays} onChange={setHasDays} />
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
          {t('smart_links.search')}
        </Button>
        {isNarrowed && (
          <Button variant="default" onClick={() => onSearch({ offset: 0, pageSize })}>
            {t('smart_links.clear')}
          </Button>
        )}
      </div>
    </form>
  );
}

import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState, type FormEvent } from 'react';
import { zonedDate } from '#shared/zoned-day.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  criterionError,
  searchFields,
  type CriterionError,
  type SearchField,
} from '../../find/search-criterion.ts';
import classes from '../schedules.module.css';
import type { SavedSearch } from './use-schedule-search.ts';

interface Props {
  saved: SavedSearch | undefined;
  onSearch: (field: SearchField, value: string) => void;
}

/** One criterion and its value. */
export function ScheduleSearchForm({ saved, onSearch }: Props) {
  const { t } = useTranslation();
  const { zone } = useTimes();
  const input = useRef<HTMLInputElement>(null);
  const [field, setField] = useState<SearchField>(saved?.field ?? 'scheduleId');
  const [value, setValue] = useState(saved?.value ?? '');
  const [error, setError] = useState<CriterionError>();
  function submit(event: FormEvent): void {
    event.preventDefault();
    const found = criterionError(field, value, zonedDate(new Date(), zone));
    setError(found);
    if (found === undefined) onSearch(field, value);
    else input.current?.focus();
  }
  return (
    <form
      className={classes.search}
      role="search"
      aria-label={t('screen.scheduleSearch')}
      noValidate
      onSubmit={submit}
    >
      <SelectField
        label={t('schedules.search.by')}
        value={field}
        choices={searchFields.map((searchField) => ({
          value: searchField,
          label: t(`schedules.search.field.${searchField}`),
        }))}
        onChange={(selected) => {
          setField((selected ?? field) as SearchField);
          setValue('');
          setError(undefined);
        }}
      />
      <TextField
        ref={input}
        data-search
        label={t(`schedules.search.field.${field}`)}
        help={field === 'creationDate' ? t('schedules.form.day_help') : undefined}
        required
        maxLength={320}
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={error === undefined ? undefined : t(`schedules.search.error.${error}`)}
        onChange={(event) => {
          setValue(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <div className={classes.buttons}>
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
          {t('schedules.search.go')}
        </Button>
      </div>
    </form>
  );
}

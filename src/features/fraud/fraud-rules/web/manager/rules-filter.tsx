import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { RuleKind } from './rule-kinds.ts';
import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DateField } from '#ui/date/date-field.tsx';
import { formatDays } from '#ui/date/range/format-days.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTimes } from '#web/format/use-times.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { RulesSearch } from '../../rules-search.ts';
import classes from '../rules.module.css';
import { actionText } from './rule-columns.tsx';

interface Props {
  search: RulesSearch;
  actions: readonly string[];
  onSearch: (search: RulesSearch) => void;
}

const firstDay = '2000-01-01';

/** Name, action and day of the last update. */
export function RulesFilter({ search, actions, onSearch }: Props) {
  const { t } = useTranslation();
  const today = useTimes().today();
  const [name, setName] = useState(search.name ?? '');
  const [day, setDay] = useState(search.lastUpdatedTime ?? '');
  const [hasDayError, setHasDayError] = useState(false);
  const { name: _name, lastUpdatedTime: _day, action, ...otherFilters } = search;
  const isFiltered =
    search.name !== undefined || action !== undefined || search.lastUpdatedTime !== undefined;
  function find(part: Partial<RulesSearch>): void {
    const trimmed = name.trim();
    onSearch({
      ...otherFilters,
      offset: 0,
      name: trimmed === '' ? undefined : trimmed,
      action,
      lastUpdatedTime: day === '' || hasDayError ? undefined : day,
      ...part,
    });
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    find({});
  }
  return (
    <form className={classes.filter} onSubmit={submit} noValidate>
      <TextField
        data-search
        label={t('rules.column.name')}
        maxLength={100}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SelectField
        label={t('rules.column.action')}
        choices={[
          { value: '', label: t('rules.any_action') },
          ...actions.map((value) => ({ value, label: actionText(value, t) })),
        ]}
        value={action ?? ''}
        onChange={(value) => {
          const { action: _before, ...otherFilters } = search;
          onSearch({ ...otherFilters, offset: 0, ...(value ? { action: value } : {}) });
        }}
      />
      <DateField
        label={t('rules.updated_on')}
        value={day}
        min={firstDay}
        max={today}
        errorTexts={{
          invalid: t('ui.dayWrong'),
          future: t('ui.dayTooLate'),
          minimum: t('ui.dayTooEarly'),
        }}
        onError={(error) => setHasDayError(error !== undefined)}
        onChange={setDay}
      />
      <div className={classes.filterEnd}>
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
          {t('rules.search')}
        </Button>
        {isFiltered && (
          <Button variant="default" onClick={() => onSearch({ ...otherFilters, offset: 0 })}>
            {t('rules.clear_filters')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** One chip a filter of the list. */
export function ruleChips(
  { name, action, lastUpdatedTime: day }: RulesSearch,
  t: Translate,
  today: string,
  locale: string,
  change: (part: Partial<RulesSearch>) => void,
): FilterChip[] {
  const chips: FilterChip[] = [];
  const add = (id: keyof RulesSearch, label: string, value: string) =>
    chips.push({ id, label: `${label}: ${value}`, onRemove: () => change({ [id]: undefined }) });
  if (name !== undefined) add('name', t('rules.column.name'), name);
  if (action !== undefined) add('action', t('rules.column.action'), actionText(action, t));
  if (day !== undefined) add('lastUpdatedTime', t('rules.updated_on'), formatDays(day, day, today, locale));
  return chips;
}

interface NoRulesProps {
  kind: RuleKind;
  /** The server rejected the filters, none match, or none exist. */
  reason: 'rejected' | 'filtered' | 'none';
  onClear: () => void;
  create: ReactNode;
}

export function NoRules({ kind, reason, onClear, create }: NoRulesProps) {
  const { t } = useTranslation();
  if (reason === 'none')
    return (
      <EmptyState title={t(`${kind}.none`)} action={create}>
        {t(`${kind}.none_text`)}
      </EmptyState>
    );
  return (
    <EmptyState
      title={t(reason === 'rejected' ? 'rules.bad_filters' : `${kind}.none_so`)}
      step={{ label: t('rules.clear_filters'), onClick: onClear }}
    />
  );
}

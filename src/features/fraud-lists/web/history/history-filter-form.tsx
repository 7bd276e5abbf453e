import { useState } from 'react';
import { textOfDay } from '#shared/calendar-day.ts';
import { hasCardNumber } from '#shared/card-number.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type HistoryRange, type HistorySearch, historyRanges } from '../../lists-address.ts';
import { DayFilter } from '../day-filter.tsx';
import classes from '../fraud-lists.module.css';

interface Props {
  search: HistorySearch;
  isCard: boolean;
  onSearch: (part: Partial<HistorySearch>) => void;
}

const rangeWords = (range: HistoryRange, t: Translate): string =>
  range === 'ANY_TIME' ? t('fraud_lists.any_time') : t(`ui.preset.${range}`);

/** Period, user, value and expiry date. Texts search on Enter and when they are left. */
export function HistoryFilterForm({ search, isCard, onSearch }: Props) {
  const { t } = useTranslation();
  const valueName = isCard ? 'maskedPan' : 'value';
  const [value, setValue] = useState(search[valueName] ?? '');
  const [user, setUser] = useState(search.user ?? '');
  const isPan = hasCardNumber(value);
  // The form has no button: a browser submits it by Enter only while it has a single field.
  function submit(): void {
    const isSame = value.trim() === (search[valueName] ?? '') && user.trim() === (search.user ?? '');
    if (isSame || isPan) return;
    onSearch({ [valueName]: value.trim() || undefined, user: user.trim() || undefined });
  }
  return (
    <form className={classes.filter} onSubmit={(event) => event.preventDefault()} noValidate role="search">
      <SelectField
        label={t('fraud_lists.period')}
        choices={historyRanges.map((range) => ({ value: range, label: rangeWords(range, t) }))}
        value={search.searchRange}
        onChange={(range) => onSearch({ searchRange: range as HistoryRange })}
      />
      <TextField
        data-search
        label={t(isCard ? 'fraud_lists.filter.card' : 'fraud_lists.filter.value')}
        value={value}
        maxLength={320}
        autoComplete="off"
        spellCheck={false}
        error={isPan ? t('fraud_lists.fault.card_number') : undefined}
        onChange={(event) => setValue(event.currentTarget.value)}
        onBlur={submit}
        onKeyDown={(event) => event.key === 'Enter' && submit()}
      />
      <TextField
        label={t('fraud_lists.column.user')}
        value={user}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setUser(event.currentTarget.value)}
        onBlur={submit}
        onKeyDown={(event) => event.key === 'Enter' && submit()}
      />
      <DayFilter
        label={t('fraud_lists.filter.date')}
        value={search.date}
        onChange={(date) => onSearch({ date })}
      />
    </form>
  );
}

/** The period is a chip too, which opens the filters. */
export function historyChips(
  search: HistorySearch,
  t: Translate,
  change: (part: Partial<HistorySearch>) => void,
): FilterChip[] {
  const { value, maskedPan, source, user, date, expiryDate, searchRange } = search;
  const entries: [id: keyof HistorySearch, label: string, text: string | undefined][] = [
    ['value', t('fraud_lists.column.value'), value],
    ['maskedPan', t('fraud_lists.column.maskedPan'), maskedPan],
    ['source', t('fraud_lists.column.source'), source],
    ['user', t('fraud_lists.column.user'), user],
    ['date', t('fraud_lists.filter.date'), date && textOfDay(date)],
    ['expiryDate', t('fraud_lists.filter.expires'), expiryDate && textOfDay(expiryDate)],
  ];
  const chips: FilterChip[] = entries.flatMap(([id, label, text]) =>
    text === undefined
      ? []
      : [{ id, label: `${label}: ${text}`, onRemove: () => change({ [id]: undefined }) }],
  );
  const range: FilterChip = { id: 'range', label: rangeWords(searchRange, t) };
  if (searchRange !== 'ANY_TIME') range.onRemove = () => change({ searchRange: 'ANY_TIME' });
  return [...chips, range];
}

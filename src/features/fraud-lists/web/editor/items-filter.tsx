import { useState } from 'react';
import { textOfDay } from '#shared/calendar-day.ts';
import { hasCardNumber } from '#shared/card-number.ts';
import { TextField } from '#ui/form/text-field.tsx';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { ItemsSearch } from '../../lists-address.ts';
import { DayFilter } from '../day-filter.tsx';
import classes from '../fraud-lists.module.css';

interface Props {
  search: ItemsSearch;
  isCard: boolean;
  onSearch: (part: Partial<ItemsSearch>) => void;
}

/** Value or masked number, source and days. Texts search on Enter and when they are left. */
export function ItemsFilter({ search, isCard, onSearch }: Props) {
  const { t } = useTranslation();
  const valueName = isCard ? 'maskedPan' : 'value';
  const [value, setValue] = useState(search[valueName] ?? '');
  const [source, setSource] = useState(search.source ?? '');
  const isPan = hasCardNumber(value);
  // The form has no button: a browser submits it by Enter only while it has a single field.
  function submit(): void {
    const isSame = value.trim() === (search[valueName] ?? '') && source.trim() === (search.source ?? '');
    if (isSame || isPan) return;
    onSearch({ [valueName]: value.trim() || undefined, source: source.trim() || undefined });
  }
  return (
    <form className={classes.filter} onSubmit={(event) => event.preventDefault()} noValidate role="search">
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
        label={t('fraud_lists.filter.source')}
        value={source}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setSource(event.currentTarget.value)}
        onBlur={submit}
        onKeyDown={(event) => event.key === 'Enter' && submit()}
      />
      <DayFilter
        label={t('fraud_lists.filter.added')}
        value={search.addedDate}
        onChange={(addedDate) => onSearch({ addedDate })}
      />
      <DayFilter
        label={t('fraud_lists.filter.expires')}
        value={search.expiryDate}
        onChange={(expiryDate) => onSearch({ expiryDate })}
      />
    </form>
  );
}

export function itemChips(
  search: ItemsSearch,
  t: Translate,
  change: (part: Partial<ItemsSearch>) => void,
): FilterChip[] {
  const { value, source, maskedPan, addedDate, expiryDate } = search;
  const entries: [id: keyof ItemsSearch, label: string, text: string | undefined][] = [
    ['value', t('fraud_lists.column.value'), value],
    ['maskedPan', t('fraud_lists.column.maskedPan'), maskedPan],
    ['source', t('fraud_lists.column.source'), source],
    ['addedDate', t('fraud_lists.filter.added'), addedDate && textOfDay(addedDate)],
    ['expiryDate', t('fraud_lists.filter.expires'), expiryDate && textOfDay(expiryDate)],
  ];
  return entries.flatMap(([id, label, text]) =>
    text === undefined
      ? []
      : [{ id, label: `${label}: ${text}`, onRemove: () => change({ [id]: undefined }) }],
  );
}

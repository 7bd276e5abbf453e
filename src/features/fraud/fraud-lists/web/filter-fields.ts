import { hasCardNumber } from '#shared/card-number.ts';
import type { CalendarDay } from '#shared/calendar-day.ts';
import type { ListField } from '#web/list-screen/list-field.ts';
import type { ListSearch } from '#web/list-screen/search-box.tsx';
import type { Translate } from '#web/translate/translator.ts';

interface Values {
  value?: string | undefined;
  maskedPan?: string | undefined;
}

/** The search for a value of a list, or for a masked card number. */
export function valueSearch(
  search: Values,
  isCard: boolean,
  t: Translate,
  onSearch: (part: Values) => void,
): ListSearch {
  const name = isCard ? 'maskedPan' : 'value';
  return {
    label: t(isCard ? 'fraud_lists.filter.card' : 'fraud_lists.filter.value'),
    text: search[name],
    maxLength: 320,
    refusal: (text) => (hasCardNumber(text) ? t('fraud_lists.error.card_number') : undefined),
    onSearch: (text) => onSearch({ [name]: text }),
  };
}

export const textField = (
  id: string,
  label: string,
  value: string | undefined,
  onChange: (text: string | undefined) => void,
): ListField => ({ kind: 'text', id, label, value, maxLength: 200, onChange });

const firstDay: CalendarDay = '2000-01-01';
const lastDay: CalendarDay = '2099-12-31';

/** A day up to today, or one to come too. */
export const dayField = (
  id: string,
  label: string,
  value: CalendarDay | undefined,
  { today, isFuture = false }: { today: CalendarDay; isFuture?: boolean },
  onChange: (day: CalendarDay | undefined) => void,
): ListField => ({
  kind: 'day',
  id,
  label,
  value,
  min: firstDay,
  max: isFuture ? lastDay : today,
  today,
  onChange,
});

import { useCallback } from 'react';
import { useListWords } from '#features/fraud-lists/web/use-list-words.ts';
import { cardText } from '#features/transactions/web/card-text.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** A value that a list can get, with its field: "Card: •••• 4242". */
export function useListedText(): (dataField: string, displayValue: string) => string {
  const { t } = useTranslation();
  const words = useListWords();
  return useCallback(
    (dataField, displayValue) => {
      const shown = dataField === 'cardCorrelationId' ? cardText(null, displayValue, t) : displayValue;
      return `${words.field(dataField)}: ${shown}`;
    },
    [t, words],
  );
}

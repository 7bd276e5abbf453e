import { useCallback } from 'react';
import { cardText } from '#web/format/card-text.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** A value that a list can get, with its field: "Card: •••• 4242". */
export function useListedText(): (dataField: string, displayValue: string) => string {
  const { t } = useTranslation();
  return useCallback(
    (dataField, displayValue) => {
      const label = dataField === 'cardCorrelationId' ? cardText(null, displayValue, t) : displayValue;
      return `${t(`fraud_lists.field.${dataField}`, { defaultValue: dataField })}: ${label}`;
    },
    [t],
  );
}

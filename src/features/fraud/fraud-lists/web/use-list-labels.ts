import { numberFormat } from '#shared/text/intl-formats.ts';
import { useMemo } from 'react';
import { findFraudField } from '#features/record/fraud-fields/field-catalogue.ts';
import { getCountries } from '#features/reports/transaction-details/endpoints.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { FraudList } from '../list-shapes.ts';
import type { ItemError } from '../list-item-rules.ts';

type Named = Pick<FraudList, 'listType' | 'dataField' | 'name'> & { dataFieldName?: string };

/** Texts of lists in the current language: fields, names, values, sources, errors. */
export function useListLabels() {
  const { t, language } = useTranslation();
  const locale = browserLocale(language);
  const times = useTimes();
  const countries = useCall(getCountries, {}, { handlesOwnErrors: true, staleTime: Infinity }).data;
  return useMemo(() => {
    const regions = new Intl.DisplayNames([locale], { type: 'region' });
    const currencies = new Intl.DisplayNames([locale], { type: 'currency' });
    const alpha2 = new Map((countries ?? []).map((country) => [country.alpha3Code, country.alpha2Code]));
    const field = (dataField: string, displayName?: string): string =>
      displayName ?? t(`fraud_lists.field.${dataField}`, { defaultValue: dataField });
    const value = (dataField: string, code: string): string => {
      switch (findFraudField(dataField)?.values) {
        case undefined:
        case 'acquirer':
          return code;
        case 'country':
          return regions.of(alpha2.get(code) ?? 'ZZ') ?? code;
        case 'currency':
          return `${code} · ${currencies.of(code) ?? code}`;
        case 'transactionType':
          return t(`transactions.type.${code}`, { defaultValue: code });
        default:
          return t(`details.word.${code}`, { defaultValue: code });
      }
    };
    const number = (count: number): string => numberFormat(locale).format(count);
    return {
      locale,
      field,
      value,
      /** Block and allow lists are named by their field, in the reader's language. */
      name: (list: Named): string =>
        list.listType === 'parameterlist'
          ? list.name
          : t(`fraud_lists.standard.${list.listType}`, { field: field(list.dataField) }),
      day: (day: string | null | undefined): string => (day == null ? '' : times.day(day)),
      number,
      /** "3 (2 expired)". */
      count: ({ itemCount, expiredCount = 0 }: Pick<FraudList, 'itemCount' | 'expiredCount'>): string => {
        const total = number(itemCount);
        if (expiredCount === 0) return total;
        return `${total} (${t('fraud_lists.expired', { count: expiredCount, number: number(expiredCount) })})`;
      },
      /** At most two reasons, joined as a list. */
      errors: (message: string | undefined): string => {
        const parts = (message ?? '')
          .split('|')
          .map((error) =>
            t(`fraud_lists.error.${error as ItemError}`, { defaultValue: t('fraud_lists.error.other') }),
          );
        return new Intl.ListFormat(locale).format(parts);
      },
    };
  }, [t, times, locale, countries]);
}

export type ListLabels = ReturnType<typeof useListLabels>;

import { useMemo } from 'react';
import { getCountries } from '../endpoints.ts';
import { useCall } from '#web/call/use-call.ts';
import { useMoney } from '#web/format/use-money.ts';
import { useTimes } from '#web/format/use-times.ts';
import { codeText } from '#web/translate/code-text.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Formats times, amounts, types and countries in the current language. */
export function useDetailsFormat() {
  const { t, language } = useTranslation();
  const locale = browserLocale(language);
  const times = useTimes();
  const money = useMoney();
  const countries = useCall(getCountries, {}, { handlesOwnErrors: true, staleTime: Infinity }).data;
  const names = useMemo(() => {
    const translated = new Intl.DisplayNames([locale], { type: 'region' });
    const entries = (countries ?? []).map(
      ({ alpha2Code, alpha3Code, countryName }) =>
        [alpha3Code, translated.of(alpha2Code) ?? countryName] as const,
    );
    return new Map(entries);
  }, [countries, locale]);
  return {
    moment: times.moment,
    money,
    type: (type: string) => t(`transactions.type.${type}`, { defaultValue: type }),
    value: (value: string | null | undefined) => (value == null ? null : codeText(value, t)),
    /** By alpha-3 code. An unknown code is shown unchanged. */
    country: (code: string | null) => (code === null ? null : (names.get(code) ?? code)),
    yesNo: (value: boolean) => t(value ? 'details.yes' : 'details.no'),
    /** A day of yyyyMMdd or yyyy-MM-dd. */
    day: (day: string | null) =>
      day === null ? null : times.day(day.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')),
  };
}

export type DetailsFormat = ReturnType<typeof useDetailsFormat>;

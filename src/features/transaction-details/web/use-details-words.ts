import { useTranslation } from 'react-i18next';
import { findCountry } from '#contract/countries.ts';
import { groupDecimal } from '#ui/layout/money-text.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { localeOf } from '#web/translate/locale-of.ts';

/** How this screen writes moments, amounts, types and countries in the language in use. */
export function useDetailsWords() {
  const { t, i18n } = useTranslation();
  const locale = localeOf(i18n.language);
  const times = useTimes();
  return {
    moment: times.moment,
    money: (amount: string, currency: string) => `${groupDecimal(amount, locale)} ${currency}`,
    type: (type: string) => t(`transactions.type.${type}`, { defaultValue: type }),
    country: (code: string | null) => countryName(code, locale),
    yesNo: (value: boolean) => t(value ? 'details.yes' : 'details.no'),
  };
}

function countryName(code: string | null, locale: string): string | null {
  const alpha2 = code == null ? undefined : findCountry(code)?.alpha2;
  return alpha2 == null ? code : (new Intl.DisplayNames([locale], { type: 'region' }).of(alpha2) ?? code);
}

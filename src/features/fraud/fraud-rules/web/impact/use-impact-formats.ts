import { numberFormat } from '#shared/text/intl-formats.ts';
import { groupDecimal } from '#shared/text/format-money.ts';
import type { RuleImpact } from '#features/fraud/fraud-impact/schemas.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Numbers, shares and money as the language writes them. */
export function useImpactFormats() {
  const { language } = useTranslation();
  const locale = browserLocale(language);
  const integers = numberFormat(locale);
  const decimal = numberFormat(locale, { maximumFractionDigits: 1 });
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const list = new Intl.ListFormat(locale, { type: 'unit' });
  return {
    number: (value: number) => integers.format(value),
    perDay: (value: number) => decimal.format(value),
    /** "—" of nothing: a share of no payments is unknown. */
    share: (part: number, total: number) => (total === 0 ? '—' : percent.format(part / total)),
    money: (amounts: RuleImpact['money']) =>
      list.format(amounts.map(({ amount, currency }) => `${groupDecimal(amount, locale)} ${currency}`)),
  };
}

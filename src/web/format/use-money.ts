import { useCallback } from 'react';
import { formatMoney } from '#shared/text/format-money.ts';
import { browserLocale } from '../translate/locale-of.ts';
import { useTranslation } from '../translate/use-translation.ts';

/** Writes an amount with its currency in the language of the page: '1,234.50 USD'. */
export function useMoney(): (
  amount: string | null | undefined,
  currency: string | null | undefined,
) => string {
  const { language } = useTranslation();
  return useCallback(
    (amount, currency) => formatMoney(amount, currency, browserLocale(language)),
    [language],
  );
}

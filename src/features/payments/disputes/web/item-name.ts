import { useCallback } from 'react';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The name of a document or a field of a processor, or its code in words. */
export function useItemName(): (code: string) => string {
  const { t } = useTranslation();
  return useCallback((code) => t(`disputes.item.${code}`, { defaultValue: inWords(code) }), [t]);
}

/** 'GoodsWereAsDescribed' is 'Goods were as described', and 'TIDorInvoice' 'TID or invoice'. */
export function inWords(code: string): string {
  const words = code
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([A-Z]{2,})(or|and|of)([A-Z])/g, '$1 $2 $3')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

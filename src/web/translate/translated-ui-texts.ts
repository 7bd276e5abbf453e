import { englishUiTexts, type UiTexts } from '#ui/ui-texts.ts';
import type { Translate } from './translator.ts';

/** The texts of src/ui in the language in use. */
export function translatedUiTexts(t: Translate, locale: string): UiTexts {
  const plain = Object.keys(englishUiTexts).filter(
    (key) => key !== 'locale' && typeof englishUiTexts[key as keyof UiTexts] === 'string',
  );
  const texts = Object.fromEntries(plain.map((key) => [key, t(`ui.${key}`)])) as unknown as UiTexts;
  return {
    ...texts,
    locale,
    rowsShown: (from, to, total) => t('ui.rowsShown', { from, to, total }),
    rangePreset: (preset) => t(`ui.preset.${preset}`),
    filterBy: (column) => t('ui.filterBy', { column }),
    columnMoved: (column, position, total) => t('ui.columnMoved', { column, place: position, of: total }),
    amountUnreadable: (example) => t('ui.amountUnreadable', { example }),
    amountTooFine: (currency, digits) =>
      digits === 0 ? t('ui.amountNoDecimals', { currency }) : t('ui.amountTooFine', { currency, digits }),
    elapsed: (seconds) => t('ui.elapsed', { seconds }),
    showEmpty: (count) => t('ui.showEmpty', { count }),
    pageOf: (pages) => t('ui.pageOf', { pages }),
  };
}

import { brandNames } from '#shared/payments/brand-names.ts';
import { cardDigits } from '#web/format/card-digits.ts';
import type { Translate } from '#web/translate/translator.ts';

/** 'Visa debit' from the code of a card type or scheme; undefined for other payment products. */
function cardTypeText(code: string, t: Translate): string | undefined {
  const [brandCode = '', kind] = code.split('_');
  const brand = brandNames[brandCode];
  if (brand === undefined || kind === undefined) return brand;
  return t(`transactions.card_kind.${kind}`, { brand, defaultValue: brand });
}

/** "•••• 4242" from a masked card number; '' without one. */
export function cardEnd({ masked_pan: pan = '' }: Readonly<Record<string, string>>): string {
  const [end = ''] = /\d{4}$/.exec(pan) ?? [];
  return end === '' ? '' : `•••• ${end}`;
}

/** 'Visa debit •••• 4242'. */
export function cardText(code: string | null, maskedPan: string | null, t: Translate): string | null {
  const type = code === null ? undefined : cardTypeText(code, t);
  const lastFour = maskedPan === null ? undefined : cardDigits(maskedPan);
  return [type, lastFour].filter((part) => part !== undefined).join(' ') || null;
}

import { brandNames } from '#shared/payments/brand-names.ts';
import { isWallet } from '#shared/payments/wallets.ts';
import { cardDigits } from './card-digits.ts';
import type { Translate } from '../translate/translator.ts';

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

interface PaidCard {
  paymentProduct: string | null;
  cardScheme: string | null;
  maskedPan: string | null;
}

/** The card of a payment; of a wallet both: 'Apple Pay · Visa •••• 4242'. */
export function paidCardText(
  { paymentProduct, cardScheme, maskedPan }: PaidCard,
  t: Translate,
): string | null {
  const card = isWallet(paymentProduct) ? cardScheme : (paymentProduct ?? cardScheme);
  const text = cardText(card, maskedPan, t);
  if (!isWallet(paymentProduct)) return text;
  return [cardText(paymentProduct, null, t), text].filter((part) => part !== null).join(' · ');
}

/** 'Visa debit •••• 4242'. */
export function cardText(code: string | null, maskedPan: string | null, t: Translate): string | null {
  const type = code === null ? undefined : cardTypeText(code, t);
  const lastFour = maskedPan === null ? undefined : cardDigits(maskedPan);
  return [type, lastFour].filter((part) => part !== undefined).join(' ') || null;
}

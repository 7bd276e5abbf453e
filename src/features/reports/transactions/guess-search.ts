import { hasIssuedCardNumber } from '#shared/card-number.ts';
import { isEmailLike, isIpAddress, isLastFour, isTransactionId } from '#shared/patterns.ts';
import { currencyDigits } from '#shared/currencies.ts';
import type { SearchField } from '#features/record/reporting/filters/search-field.ts';

export interface Guess {
  field: SearchField;
  value: string;
  /** The currency that was typed with an amount. */
  currency?: string;
}

/** A word without a digit is a name rather than a reference. */
const maybeReference = (text: string): boolean => /\d/.test(text);

/** Possible meanings of text in the command palette, most likely first. */
export function guessSearch(typed: string): Guess[] {
  const text = typed.trim();
  if (text === '' || text.length > 320) return [];
  const masked = /^(?:\d{6}|\d{4}[ -]?\d{2})?[*x•·. -]{2,}(\d{4})$/i.exec(text)?.[1];
  if (masked !== undefined) return [{ field: 'last_four', value: masked }];
  // A whole card number must not appear in an address. Only its last digits are searched.
  if (hasIssuedCardNumber(text)) return [{ field: 'last_four', value: text.replace(/\D/g, '').slice(-4) }];
  if (isEmailLike(text)) return [{ field: 'customer_email', value: text }];
  if (isIpAddress(text)) return [{ field: 'IP_address', value: text }];
  const guesses: Guess[] = [];
  if (isLastFour(text)) guesses.push({ field: 'last_four', value: text });
  if (isTransactionId(text)) guesses.push({ field: 'txn_id', value: text });
  const currency = guessCurrency(text);
  const amounts = guessAmounts(text);
  for (const value of amounts)
    guesses.push({ field: 'requested_amount', value, ...(currency ? { currency } : {}) });
  const isMoney = currency !== undefined && amounts.length > 0;
  return maybeReference(text) && !isMoney ? [...guesses, { field: 'merch_ref', value: text }] : guesses;
}

/** A code, or a sign of one currency: '$' and '¥' are signs of several. */
function guessCurrency(text: string): string | undefined {
  const [, before, after] = /^([A-Z]{3}|[£€])?.*?([A-Z]{3}|[£€])?$/.exec(text) ?? [];
  const typed = before ?? after;
  const code = { '£': 'GBP', '€': 'EUR' }[typed ?? ''] ?? typed;
  return code !== undefined && currencyDigits(code) !== undefined ? code : undefined;
}

/**
 * '12.50', '12,50', '1,234.50', 'GBP 12.50', '£12.50', '50' as decimal text. '1,234' is ambiguous, so both
 * readings are returned.
 */
function guessAmounts(text: string): string[] {
  const number = text.replace(/^(?:[A-Z]{3}\s?|[£$€¥]\s?)/, '').replace(/\s?(?:[A-Z]{3}|[£$€¥])$/, '');
  const hasCurrency = number !== text;
  const hasThousandths = /BHD|IQD|JOD|KWD|LYD|OMR|TND/.test(text);
  const isGrouped = /^\d{1,3}(?:[ ,.’']\d{3})+$/.test(number) && !hasThousandths;
  const digitsOnly = isGrouped ? [number.replace(/\D/g, '')] : [];
  const plain = /^(\d{1,3}(?:[ ,.’']\d{3})*|\d{1,14})[.,](\d{1,3})$/.exec(number);
  if (plain) return [...digitsOnly, `${plain[1]?.replace(/\D/g, '')}.${plain[2]}`];
  if (digitsOnly.length > 0) return digitsOnly;
  // Longer ones are ids unless they name a currency.
  return (hasCurrency ? /^\d{1,14}$/ : /^[1-9]\d{0,8}$/).test(number) ? [number] : [];
}

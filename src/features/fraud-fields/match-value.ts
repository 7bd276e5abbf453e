import { canonicalIpAddress } from '#shared/ip-address.ts';
import { findFraudField } from './field-catalogue.ts';

/**
 * The form in which two values of a field are the same, in lists, velocity keys and morphing: letters in any case, a
 * telephone number by its digits with a leading plus, a post code without spaces, an address without punctuation
 * (docs/domain.md#fraud-fields). Null for a value that counts as missing.
 */
export function matchValue(field: string, value: string | null | undefined): string | null {
  const text = (value ?? '').normalize('NFC').trim();
  if (text === '') return null;
  switch (findFraudField(field)?.matchAs) {
    case 'telephone':
      return normaliseTelephone(text);
    case 'postcode':
      return normalisePostcode(text);
    case 'address':
      return normaliseAddress(text);
    case 'ip':
      return canonicalIpAddress(text);
    default:
      // A card is identified by letters of either case.
      return field === 'cardCorrelationId' || field === 'paymentAccountCorrelationId' ? text : foldCase(text);
  }
}

/** Letter case that does not depend on a language. */
export const foldCase = (text: string): string => text.toLowerCase();

/** Digits, after one plus; null without a digit. */
function normaliseTelephone(text: string): string | null {
  const digits = text.replaceAll(/\D/g, '').replace(/^00/, '');
  return digits === '' ? null : `+${digits}`;
}

export function normalisePostcode(text: string): string | null {
  return text.toUpperCase().replaceAll(/\s/g, '') || null;
}

/** Upper case, without punctuation and double spaces; null when nothing is left. */
function normaliseAddress(text: string): string | null {
  return (
    text
      .normalize('NFC')
      .toUpperCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim() || null
  );
}

import { canonicalEmail } from '#shared/email-address.ts';
import { canonicalIpAddress, canonicalNetwork } from '#shared/ip-address.ts';
import { findCountry } from '#shared/countries.ts';
import { findFraudField } from './field-catalogue.ts';

/**
 * The form in which two values of a field are the same, in lists, velocity keys and morphing: letters in any case, a
 * telephone number by its digits with a leading plus, a post code without spaces, an address without punctuation, an email and
 * an IP address in their one form
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
      return canonicalNetwork(text) ?? canonicalIpAddress(text);
    case 'email':
      return canonicalEmail(text);
    default:
      // A card is identified by letters of either case.
      return field === 'cardCorrelationId' || field === 'paymentAccountCorrelationId' ? text : foldCase(text);
  }
}

/** Letter case that does not depend on a language. */
export const foldCase = (text: string): string => text.toLowerCase();

/** Digits, after one plus; null without a digit. The zero in brackets after a country code is not dialled: +49 (0) 30. */
function normaliseTelephone(text: string): string | null {
  const dialled = text.normalize('NFKC').replace(/^(\+|00)([\d\s./-]*)\(0\)/, '$1$2');
  const digits = dialled.replaceAll(/\D/g, '').replace(/^(?:00)+/, '');
  return digits === '' ? null : `+${digits}`;
}

export function normalisePostcode(text: string): string | null {
  return text.toUpperCase().replaceAll(/\s/g, '') || null;
}

/**
 * Upper case, without punctuation and double spaces; a postcode in one word, the country at the end by its three letters;
 * null when nothing is left. A vowel sign belongs to its letter.
 */
function normaliseAddress(text: string): string | null {
  const words = text
    .normalize('NFC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replaceAll(britishPostcode, '$1$2')
    .replaceAll(canadianPostcode, '$1$2');
  if (words === '') return null;
  const [, before = '', last = ''] = /^(.*) ([A-Z]{2,3})$/.exec(words) ?? [];
  const country = last === '' ? undefined : findCountry(last)?.alpha3;
  return country === undefined ? words : `${before} ${country}`;
}

/** Postcodes with a space inside, which merchants send with and without it. */
const britishPostcode = /\b([A-Z]{1,2}[0-9][A-Z0-9]?) ([0-9][A-Z]{2})\b/g;
const canadianPostcode = /\b([A-Z][0-9][A-Z]) ([0-9][A-Z][0-9])\b/g;

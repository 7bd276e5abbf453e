import { numberFormat } from '../text/intl-formats.ts';

/** Why a typed amount is invalid. */
type AmountError = 'unreadable' | 'too_fine' | 'too_long';
export type TypedAmount = { decimal: string } | { error: AmountError };

/** The value of an amount field with unreadable text, which every check rejects and which is not empty. */
export const unreadableAmount = '?';

const maxIntegerDigits = 12;
const spaces = /[\s\u00a0\u2009\u202f]/g;
const apostrophes = /['’]/g;

/**
 * Parses a typed amount by the separators of a language: '1,250.00' in English, '1.250,00' in German. Spaces
 * and apostrophes group digits in every language. Nothing is dropped or rounded; ambiguous text is rejected.
 * The result has exactly `digits` decimals; empty text is ''.
 */
export function readTypedAmount(text: string, digits: number, locale: string): TypedAmount {
  const typed = plain(text);
  if (typed === '') return { decimal: '' };
  const { decimal, group } = numberSeparators(locale);
  const parts = splitParts(typed, decimal, group) ?? loneForeignDecimal(typed, digits);
  if (parts === undefined) return { error: 'unreadable' };
  if (parts.fraction.length > digits) return { error: 'too_fine' };
  const whole = parts.whole.replace(/^0+(?=\d)/, '');
  if (whole.length > maxIntegerDigits) return { error: 'too_long' };
  return { decimal: digits === 0 ? whole : `${whole}.${parts.fraction.padEnd(digits, '0')}` };
}

/** Decimal text for an amount field, without groups, which would disturb typing. */
export function editableAmount(amount: string, locale: string): string {
  return amount.replace('.', numberSeparators(locale).decimal);
}

interface AmountParts {
  whole: string;
  fraction: string;
}

/** Groups have three digits and one separator. There is at most one decimal separator. */
function splitParts(typed: string, decimal: string, group: string): AmountParts | undefined {
  const [before = '', fraction = '', ...more] = typed.split(decimal);
  if (more.length > 0 || !/^\d*$/.test(fraction)) return undefined;
  const isGrouped = [group, ' ', "'"].some((sign) => {
    const [first = '', ...rest] = before.split(sign);
    return /^\d{1,3}$/.test(first) && rest.length > 0 && rest.every((part) => /^\d{3}$/.test(part));
  });
  if (!isGrouped && !/^\d*$/.test(before)) return undefined;
  const whole = before.replaceAll(/\D/g, '');
  return whole + fraction === '' ? undefined : { whole: whole || '0', fraction };
}

/**
 * '12,50' in English: phones show the device's decimal key, not the page's. A single separator before one or
 * two digits groups nothing in any language. Before three digits the language decides.
 */
function loneForeignDecimal(typed: string, digits: number): AmountParts | undefined {
  const match = /^(\d+)[.,](\d{1,2})$/.exec(typed);
  if (match === null || (match[2] ?? '').length > digits) return undefined;
  return { whole: match[1] ?? '', fraction: match[2] ?? '' };
}

/** Full-width signs as ASCII, one form of spaces and apostrophes. */
function plain(text: string): string {
  const ascii = text.replaceAll(/[\uff0c\uff0e\uff10-\uff19]/g, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
  );
  return ascii.trim().replace(spaces, ' ').replace(apostrophes, "'");
}

function numberSeparators(locale: string): { decimal: string; group: string } {
  const parts = numberFormat(localesFor(locale)).formatToParts(1_234_567.5);
  const sign = (type: string) => normaliseSign(parts.find((part) => part.type === type)?.value);
  return { decimal: sign('decimal') ?? '.', group: sign('group') ?? ',' };
}

const normaliseSign = (sign: string | undefined): string | undefined =>
  sign?.replace(spaces, ' ').replace(apostrophes, "'");

/** Browsers without number data for a language, some for Welsh, would use the browser's own language. */
const localesFor = (locale: string): string[] => [locale, 'en'];

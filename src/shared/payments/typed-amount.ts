/** Why a typed amount cannot be read. */
export type AmountFault = 'unreadable' | 'too_fine' | 'too_long';
export type TypedAmount = { decimal: string } | { fault: AmountFault };

/** The value of an amount field whose text cannot be read. No check takes it for an amount, nor for an empty field. */
export const unreadableAmount = '?';

const maxIntegerDigits = 12;
const spaces = /[\s\u00a0\u2009\u202f]/g;
const apostrophes = /['’]/g;

/**
 * Reads what a person typed by the separators of their language: '1,250.00' in English, '1.250,00' in German. Digits
 * grouped by blanks or apostrophes are understood everywhere. Nothing is dropped and nothing is rounded: what has another
 * meaning, or none, is refused. The decimal has exactly `digits` fractional digits; empty text reads as ''.
 */
export function readTypedAmount(text: string, digits: number, locale: string): TypedAmount {
  const typed = plain(text);
  if (typed === '') return { decimal: '' };
  const { decimal, group } = numberSeparators(locale);
  const parts = splitParts(typed, decimal, group) ?? loneForeignDecimal(typed, digits);
  if (parts === undefined) return { fault: 'unreadable' };
  if (parts.fraction.length > digits) return { fault: 'too_fine' };
  const whole = parts.whole.replace(/^0+(?=\d)/, '');
  if (whole.length > maxIntegerDigits) return { fault: 'too_long' };
  return { decimal: digits === 0 ? whole : `${whole}.${parts.fraction.padEnd(digits, '0')}` };
}

/** Decimal text for an amount field, without groups: they would stand in the way of the next digit. */
export function editableAmount(amount: string, locale: string): string {
  return amount.replace('.', numberSeparators(locale).decimal);
}

interface AmountParts {
  whole: string;
  fraction: string;
}

/** Groups are of three, and all parted alike; there is at most one decimal sign. */
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
 * '12,50' in English: phones show the decimal key of the device, not of the page. A single separator in front of one or two
 * digits groups nothing in any language. In front of three it could, and is left to the language.
 */
function loneForeignDecimal(typed: string, digits: number): AmountParts | undefined {
  const match = /^(\d+)[.,](\d{1,2})$/.exec(typed);
  if (match === null || (match[2] ?? '').length > digits) return undefined;
  return { whole: match[1] ?? '', fraction: match[2] ?? '' };
}

/** Full-width signs as ASCII, blanks and apostrophes each in one spelling. */
function plain(text: string): string {
  const ascii = text.replaceAll(/[\uff0c\uff0e\uff10-\uff19]/g, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
  );
  return ascii.trim().replace(spaces, ' ').replace(apostrophes, "'");
}

function numberSeparators(locale: string): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(localesFor(locale)).formatToParts(1_234_567.5);
  const sign = (type: string) => normaliseSign(parts.find((part) => part.type === type)?.value);
  return { decimal: sign('decimal') ?? '.', group: sign('group') ?? ',' };
}

const normaliseSign = (sign: string | undefined): string | undefined =>
  sign?.replace(spaces, ' ').replace(apostrophes, "'");

/** Browsers without the figures of a language, Welsh in some, would write them as the browser's own language does. */
const localesFor = (locale: string): string[] => [locale, 'en'];

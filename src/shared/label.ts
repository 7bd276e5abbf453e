import * as z from 'zod/mini';
import { hasIssuedCardNumber } from './card-number.ts';

/** Control and format characters: line breaks, zero-width characters, soft hyphens, changes of direction. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Whether people see every character of the text. A card number has no place in a name either. */
export const isLabel = (text: string): boolean => !invisible.test(text) && !hasIssuedCardNumber(text);

/** False for a text of blanks and invisible characters only. */
export const hasVisibleText = (text: string): boolean => /[^\s\p{Cc}\p{Cf}]/u.test(text);

/**
 * The name that a person gives to a role, key, organisation, list or field: trimmed, composed (NFC), in one line, and
 * without invisible characters (docs/domain.md#names).
 */
export const label = (maxLength: number, minLength = 1) =>
  z.string().check(
    z.trim(),
    z.normalize('NFC'),
    z.minLength(minLength),
    z.maxLength(maxLength),
    z.refine((text) => isLabel(text)),
  );

/** Letters of other scripts that look like a Latin one. Pairs, in lower and upper case. */
const lookAlikes: ReadonlyMap<string, string> = new Map([
  // Cyrillic
  ['а', 'a'],
  ['в', 'b'],
  ['с', 'c'],
  ['е', 'e'],
  ['һ', 'h'],
  ['і', 'i'],
  ['ї', 'i'],
  ['ј', 'j'],
  ['к', 'k'],
  ['м', 'm'],
  ['н', 'h'],
  ['о', 'o'],
  ['р', 'p'],
  ['ԛ', 'q'],
  ['ѕ', 's'],
  ['т', 't'],
  ['у', 'y'],
  ['ԝ', 'w'],
  ['х', 'x'],
  ['ё', 'e'],
  // Greek
  ['α', 'a'],
  ['β', 'b'],
  ['ε', 'e'],
  ['ζ', 'z'],
  ['η', 'h'],
  ['ι', 'i'],
  ['κ', 'k'],
  ['μ', 'm'],
  ['ν', 'v'],
  ['ο', 'o'],
  ['ρ', 'p'],
  ['τ', 't'],
  ['υ', 'y'],
  ['χ', 'x'],
  // Within Latin, and digits.
  ['ı', 'i'],
  ['ɡ', 'g'],
  ['1', 'l'],
  ['|', 'l'],
  ['0', 'o'],
] as const);

/** Equal for names that people take for one another: in letter case, in letters that look alike, in forms of spaces. */
function lookOf(name: string): string {
  const plain = name.normalize('NFKC').replaceAll('I', 'l').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return Array.from(plain, (letter) => lookAlikes.get(letter) ?? letter).join('');
}

/** Whether people would take the name for one of the others. */
export function isNameTaken(name: string, others: readonly string[]): boolean {
  const [look, folded] = [lookOf(name), name.toLowerCase()];
  return others.some((other) => other.toLowerCase() === folded || lookOf(other) === look);
}

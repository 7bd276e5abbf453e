import { currencyDigits } from './currencies.ts';
import { type Refusal, type Result, ok, refuse } from './result.ts';

/** Why an amount or its currency is rejected; meanings in docs/domain.md#money. */
export type AmountRefusal = 'V100' | 'V126' | 'V127' | 'V129' | 'V130' | 'V131' | 'V132';

const maxIntegerDigits = 12;
/** Fifteen digits survive a JSON number in every client. */
const maxMinor = 999_999_999_999_999;

/**
 * Parses an amount into minor units by digits, without floats. Text ("4.89", "1000.0") and JSON numbers (25)
 * are equal; nothing is rounded (docs/domain.md#money). Missing V129, not a decimal or zero V100, negative
 * V130, too many fractional digits V131, above 12 integer digits V132.
 */
export function parseAmount(
  input: unknown,
  currency: string | null | undefined,
): Result<number, Refusal<AmountRefusal>> {
  if (currency === undefined || currency === null || currency === '') return refuse('V126');
  const digits = currencyDigits(currency);
  if (digits === undefined) return refuse('V127');
  if (input === undefined || input === null || input === '') return refuse('V129');
  const parts = decimalParts(input);
  if (!parts) return refuse('V100');
  if (parts.negative) return refuse('V130');
  const whole = parts.whole.replace(/^0+/, '');
  const fraction = withoutTrailingZeros(parts.fraction);
  if (whole.length > maxIntegerDigits) return refuse('V132');
  if (fraction.length > digits) return refuse('V131');
  const minor = Number(whole + fraction.padEnd(digits, '0'));
  if (minor > maxMinor) return refuse('V132');
  return minor === 0 ? refuse('V100') : ok(minor);
}

/** Minor units as decimal text with the currency's digits: (489, 'GBP') → "4.89", (500, 'JPY') → "500". */
export function formatMinor(minor: number | bigint, currency: string): string {
  if (typeof minor === 'number' && !Number.isSafeInteger(minor))
    throw new RangeError('an amount must be a safe integer of minor units');
  const digits = currencyDigits(currency) ?? 2;
  const text = String(minor < 0 ? -minor : minor).padStart(digits + 1, '0');
  const sign = minor < 0 ? '-' : '';
  if (digits === 0) return sign + text;
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Minor units as the number in a JSON response: 489 GBP → 4.89. Never calculate with it. */
export function wireAmount(minor: number, currency: string): number {
  return Number(formatMinor(minor, currency));
}

function decimalParts(input: unknown): { negative: boolean; whole: string; fraction: string } | undefined {
  const text = typeof input === 'number' ? numberText(input) : input;
  // The length limit comes before the pattern, so that long input costs nothing
  // (docs/domain.md#input-and-output).
  if (typeof text !== 'string' || text.length > 64) return undefined;
  const match = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text);
  if (!match) return undefined;
  return { negative: match[1] === '-', whole: match[2] ?? '', fraction: match[3] ?? '' };
}

/** Up to 15 digits, the shortest text of a number equals the client's text. Exponents are rejected. */
function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function withoutTrailingZeros(fraction: string): string {
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === '0') end -= 1;
  return fraction.slice(0, end);
}

/** Whether decimal text has a digit other than zero. */
export const isPositive = (amount: string): boolean => /[1-9]/.test(amount);

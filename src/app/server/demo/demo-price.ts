import { currencyDigits } from '#shared/currencies.ts';
import type { Random } from './bulk/random.ts';

export interface Price {
  minor: number;
  digits: number;
  text: string;
}

/**
 * Prices end in .00, .50, .95 or anything, and occasionally in a trigger of the sandbox
 * (docs/domain.md#sandbox).
 */
export function price([low, high]: readonly [number, number], currency: string, random: Random): Price {
  const digits = currencyDigits(currency) ?? 2;
  const units = low + Math.floor((high - low) * random.next() ** 2);
  if (digits !== 2) {
    const minor = digits === 0 ? units * 150 : units * 10 ** digits + random.between(0, 199) * 5;
    return { minor, digits, text: decimal(minor, digits) };
  }
  const trigger = random.next();
  const cents =
    trigger < 0.045
      ? 51
      : trigger < 0.05
        ? 91
        : trigger < 0.2
          ? 0
          : trigger < 0.4
            ? 50
            : trigger < 0.7
              ? 95
              : random.between(0, 49);
  const minor = units * 100 + (cents === 33 ? 34 : cents);
  return { minor, digits, text: decimal(minor, digits) };
}

/** Minor units as the decimal text of the merchant API. */
export function decimal(minor: number, digits: number): string {
  if (digits === 0) return String(minor);
  const text = String(minor).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

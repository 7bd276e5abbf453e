import { maskCardNumbers } from '#shared/card-number.ts';

/** Free text never holds a card number. */
export function safeText(value: string | undefined): string | undefined {
  return value === undefined ? undefined : maskCardNumbers(value);
}

import { maskCardNumbers } from '#contract/card-number.ts';

/** PostgreSQL text holds no NUL, and no free text may hold a card number. */
export function safeText(value: string | undefined): string | undefined {
  return value === undefined ? undefined : maskCardNumbers(value.replaceAll('\0', ''));
}

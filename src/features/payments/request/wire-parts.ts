import * as z from 'zod/mini';
import { maskCardNumbers } from '#shared/card-number.ts';

/**
 * Tolerant reading of merchants' clients (docs/domain.md#tolerant-reading): an empty PHP array for an object, a number
 * for text, 1 or "true" for true, null for an absent value.
 */
export const blank = (value: unknown): unknown =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value;

const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : blank(value));

const asFlag = (value: unknown): unknown => {
  if (value === true || value === 1 || value === '1' || value === 'true') return true;
  if (value === false || value === 0 || value === '0' || value === 'false') return false;
  return blank(value);
};

const asCount = (value: unknown): unknown =>
  typeof value === 'string' && /^[0-9]{1,9}$/.test(value) ? Number(value) : blank(value);

export const text = (maxLength = 255) =>
  z.pipe(z.transform(asText), z.optional(z.string().check(z.maxLength(maxLength))));

/** A line of an address. The limit is above 255, so that a longer line is rejected with V152. */
export const line = () => text(1000);

export const flag = () => z.pipe(z.transform(asFlag), z.optional(z.boolean()));

/** A whole number below a thousand million. */
export const count = () =>
  z.pipe(
    z.transform(asCount),
    z.optional(z.number().check(z.int(), z.nonnegative(), z.maximum(999_999_999))),
  );

export const part = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.pipe(z.transform(blank), z.optional(z.object(shape)));

/** A number or text; parseAmount validates it. */
export const amount = () => z.pipe(z.transform(blank), z.optional(z.union([z.number(), z.string()])));

/** Free text never holds a card number. */
export function safeText(value: string | undefined): string | undefined {
  return value === undefined ? undefined : maskCardNumbers(value);
}

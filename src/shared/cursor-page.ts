import * as z from 'zod/mini';
import { wholeNumber } from './whole-number.ts';

/** The query parameters of a list of the merchant API (docs/domain.md#lists). */
export const cursorQuery = {
  /** The `nextCursor` of the previous page. */
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  limit: z.optional(wholeNumber(1, 100)),
};

/** An instant that the database can store: years 1000 to 9999. */
export const queryMoment = z.iso.datetime({ offset: true }).check(
  z.refine((text) => {
    const year = new Date(text).getUTCFullYear();
    return year >= 1000 && year <= 9999;
  }, 'not a date'),
);

/** One page of a list. `nextCursor` is null on the last page. */
export const cursorPage = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });

import * as z from 'zod/mini';

const digits = /^-?(?:0|[1-9]\d{0,15})$/;

/**
 * A whole number of a path, a query or a body: a JSON number, or its digits as text. Other text and values, "1e3", " 5" and
 * true, are no numbers.
 */
export const wholeNumber = (minimum: number, maximum = Number.MAX_SAFE_INTEGER) =>
  z.pipe(
    z.transform((value: number | string) =>
      typeof value === 'string' && digits.test(value) ? Number(value) : (value as number),
    ),
    z.number().check(z.int(), z.minimum(minimum), z.maximum(maximum)),
  );

/** Ids of organisations, lists and rules are integers of the database. */
export const databaseId = wholeNumber(1, 2_147_483_647);

import * as z from 'zod/mini';
import { sessionRequest } from '#features/payments/hosted-sessions/session-request.ts';
import { blank, count, optionalObject, text } from '#features/payments/payments/request/request-schemas.ts';

/** A URL, or an object with a URL as in the rest of the request. */
const onDeadLink = z.pipe(
  z.transform((input: unknown) => {
    const value = blank(input);
    return typeof value === 'object' && value !== null ? (value as { url?: unknown }).url : value;
  }),
  text(2000),
);

/**
 * A request for links (docs/domain.md#smart-links): a hosted session's request plus expiry and usage. The schema
 * checks the shape; validate-link.ts validates the values and returns the codes.
 */
export const linkRequest = z.extend(sessionRequest, {
  smartLink: optionalObject({
    expires: text(40),
    usage: text(20),
    onDeadLink,
    remindDaysBefore: count(),
    thankYou: text(),
  }),
  batchSize: count(),
});
export type LinkRequest = z.output<typeof linkRequest>;

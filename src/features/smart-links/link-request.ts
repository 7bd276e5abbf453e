import * as z from 'zod/mini';
import { sessionRequest } from '#features/hosted-sessions/session-request.ts';
import { blank, count, part, text } from '#features/payments/request/wire-parts.ts';

/** An address, or an object with one as everywhere else in the request. */
const onDeadLink = z.pipe(
  z.transform((given: unknown) => {
    const value = blank(given);
    return typeof value === 'object' && value !== null ? (value as { url?: unknown }).url : value;
  }),
  text(2000),
);

/**
 * What makes links (docs/domain.md#smart-links): a hosted session's request, and how long and how often it may be
 * opened. Nothing is judged here: judge-link.ts answers with the codes.
 */
export const linkRequest = z.extend(sessionRequest, {
  smartLink: part({ expires: text(40), usage: text(20), onDeadLink }),
  batchSize: count(),
});
export type LinkRequest = z.output<typeof linkRequest>;

import * as z from 'zod/mini';
import { transactionIdPattern } from '#shared/patterns.ts';
import { searchRequest, searchResponse, totalsResponse } from '#features/record/reporting/search-schema.ts';

export const getMetadata = {
  response: z.object({
    description: z.string(),
    version: z.string(),
    fields: z.array(
      z.object({
        field: z.string(),
        description: z.string(),
        type: z.string(),
        filters: z.array(z.string()),
        values: z.optional(z.array(z.string())),
        /** Aggregations of the column in a report (docs/domain.md#reporting). */
        aggregations: z.array(z.string()),
      }),
    ),
  }),
};

const inAnyOrder = z.extend(searchResponse, {
  /**
   * When not sorted by time: the snapshot, after which the response has no transaction. Send it with further
   * pages.
   */
  snapshotTime: z.optional(z.string()),
});

export const searchTransactions = {
  body: searchRequest,
  response: inAnyOrder,
};

export const searchStatements = {
  body: searchRequest,
  response: z.extend(searchResponse, {
    /** The snapshot (ISO 8601): the response has no later transaction. Send it with further pages. */
    snapshotTime: z.string(),
  }),
};

const sameCard = {
  path: z.object({ transactionId: z.string().check(z.regex(transactionIdPattern)) }),
  body: searchRequest,
  response: inAnyOrder,
};

export const searchSameCard = {
  ...sameCard,
};

export const searchSameCardStatements = {
  ...sameCard,
};

export const countTransactions = {
  body: searchRequest,
  response: z.object({ count: z.number() }),
};

export const sumTransactions = {
  body: searchRequest,
  response: totalsResponse,
};

export const sumSameCard = {
  path: sameCard.path,
  ...sumTransactions,
};

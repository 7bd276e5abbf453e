import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';
import { transactionIdPattern } from '#shared/patterns.ts';
import { searchResponse, searchRequest } from '#features/reporting/search-schema.ts';

const seesTransactions = { anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL'], resource: 'anywhere' } as const;

export const getMetadata = defineEndpoint({
  name: 'getMetadata',
  summary: 'Columns of transactions that the caller may see, with types and operations',
  route: 'GET /proxy/sync/tqs/reporting/internal/metadata',
  merchantRoute: 'GET /reporting/transactions/metadata',
  auth: { anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL'], resource: 'anywhere' },
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
});

const inAnyOrder = z.extend(searchResponse, {
  /**
   * When not sorted by time: the snapshot, after which the response has no transaction. Send it with further
   * pages.
   */
  snapshotTime: z.optional(z.string()),
});

export const searchTransactions = defineEndpoint({
  name: 'searchTransactions',
  summary: 'Searches transactions; also the related transactions of one',
  route: 'POST /proxy/sync/tqs/reporting/internal/search',
  merchantRoute: 'POST /reporting/transactions/search',
  rateLimit: 'search',
  audited: 'refused',
  auth: seesTransactions,
  body: searchRequest,
  response: inAnyOrder,
});

/** The statements screen has a path of its own. Its response includes the snapshot time. */
export const searchStatements = defineEndpoint({
  name: 'searchStatements',
  summary: 'Transactions of an interval: the statements screen',
  route: 'POST /proxy/async/tqs/reporting/internal/search',
  rateLimit: 'search',
  audited: 'refused',
  auth: seesTransactions,
  body: searchRequest,
  response: z.extend(searchResponse, {
    /** The snapshot (ISO 8601): the response has no later transaction. Send it with further pages. */
    snapshotTime: z.string(),
  }),
});

/** A transaction identifies the card, so that no fingerprint appears in an address. */
const sameCard = {
  auth: { anyOf: ['P_VIEW_FRAUD_RULES', 'P_VIEW_FRAUDGUARD'], resource: { transaction: 'transactionId' } },
  path: z.object({ transactionId: z.string().check(z.regex(transactionIdPattern)) }),
  body: searchRequest,
  response: inAnyOrder,
} as const;

export const searchSameCard = defineEndpoint({
  name: 'searchSameCard',
  summary: 'Transactions paid with the card of the given one',
  route: 'POST /proxy/sync/tqs/reporting/internal/search/{transactionId}/card',
  rateLimit: 'search',
  audited: 'refused',
  ...sameCard,
});

export const searchSameCardStatements = defineEndpoint({
  name: 'searchSameCardStatements',
  summary: 'Transactions of an interval paid with the card of the given one',
  route: 'POST /proxy/async/tqs/reporting/internal/search/{transactionId}/card',
  rateLimit: 'search',
  audited: 'refused',
  ...sameCard,
});

export const countTransactions = defineEndpoint({
  name: 'countTransactions',
  summary: 'The exact number of transactions that a search finds',
  route: 'POST /proxy/async/tqs/count',
  rateLimit: 'search',
  audited: 'refused',
  auth: seesTransactions,
  body: searchRequest,
  response: z.object({ count: z.number() }),
});

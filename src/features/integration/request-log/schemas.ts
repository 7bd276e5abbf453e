import * as z from 'zod/mini';
import { queryMoment } from '#shared/cursor-page.ts';
import { databaseId as orgId, wholeNumber } from '#shared/whole-number.ts';

const apiId = z.string().check(z.minLength(1), z.maxLength(60));
const requestId = z.string().check(z.maxLength(100));
const status = z.union([z.enum(['ok', 'failed']), wholeNumber(200, 599)]);

const listedRequest = z.object({
  requestId: z.string(),
  /** When it arrived. */
  at: z.string(),
  /** The name of the call; empty for an address that the merchant API does not have. */
  call: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number(),
  reasonCode: z.nullable(z.string()),
  durationMs: z.number(),
  apiId: z.string(),
  /** Of the key, if it still exists. */
  keyName: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  idempotencyKey: z.nullable(z.string()),
  /** The response is the first one of the Idempotency-Key. */
  isReplay: z.boolean(),
});
export type ListedRequest = z.output<typeof listedRequest>;

export const listApiRequests = {
  path: z.object({ orgId }),
  query: z.object({
    /** A transaction, a request id, an Idempotency-Key, or an address that begins with `/`. */
    text: z.optional(z.string().check(z.maxLength(500))),
    apiId: z.optional(apiId),
    call: z.optional(z.string().check(z.maxLength(60))),
    status: z.optional(status),
    from: z.optional(queryMoment),
    to: z.optional(queryMoment),
    /** `next` of the page before. */
    before: z.optional(wholeNumber(1)),
    limit: z.optional(wholeNumber(1, 100)),
  }),
  response: z.object({
    items: z.array(listedRequest),
    /** Where the next page begins; null on the last one. */
    next: z.nullable(z.number()),
    /** Set when the search stopped early: it has compared all requests since then. */
    searchedTo: z.nullable(z.string()),
  }),
};

export const getApiRequest = {
  path: z.object({ orgId, requestId }),
  response: z.object({
    ...listedRequest.shape,
    ip: z.string(),
    userAgent: z.string(),
    /** JSON, perhaps cut. Null without a body, and for users without P_MANAGE_API_KEYS. */
    requestBody: z.nullable(z.string()),
    responseBody: z.nullable(z.string()),
    /** Whether the caller may see bodies. */
    maySeeBodies: z.boolean(),
    /** The deliveries of the transaction's events that the caller may see, newest first, at most 20. */
    deliveries: z.array(
      z.object({
        endpointId: z.string(),
        deliveryId: z.string(),
        type: z.string(),
        state: z.enum(['queued', 'sending', 'retrying', 'delivered', 'failed']),
        createdAt: z.string(),
      }),
    ),
  }),
};

export const getApiRequestChoices = {
  path: z.object({ orgId }),
  response: z.object({
    calls: z.array(z.object({ call: z.string(), route: z.string() })),
    keys: z.array(z.object({ apiId: z.string(), name: z.string() })),
  }),
};

import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';
import { transactionIdPattern } from '#shared/patterns.ts';
import { operations } from './transaction-fields.ts';

const seesTransactions = { anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL'], resource: 'anywhere' } as const;

export const getMetadata = defineEndpoint({
  name: 'getMetadata',
  summary: 'Columns of the transactions area that the caller may see, with types and operations',
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
        /** What a report may work out of the column (docs/domain.md#reporting). */
        aggregations: z.array(z.string()),
      }),
    ),
  }),
});

/** Every column there is, and a filter above each. */
const maxFields = 300;

const filterValue = z.union([z.string().check(z.maxLength(320)), z.number()]);

/** Fits the database's integer. */
const organisationId = z.int().check(z.positive(), z.maximum(2_147_483_647));

export const searchRequest = z.strictObject({
  /** 1-based. */
  startFrom: z.int().check(z.minimum(1), z.maximum(100_000_000)),
  limit: z.int().check(z.minimum(1), z.maximum(1000)),
  dataSource: z.optional(z.enum(['REAL-TIME', 'REPORT'])),
  /** Empty or absent: every merchant on which the caller may see transactions. */
  orgIds: z.optional(z.array(organisationId).check(z.maxLength(5000))),
  fields: z
    .array(
      z.strictObject({
        field: z.string().check(z.maxLength(64)),
        display: z.optional(z.boolean()),
        sort: z.optional(z.enum(['ASC', 'DESC'])),
        sortOrder: z.optional(z.int()),
        filter: z.optional(
          z.strictObject({
            operation: z.enum(operations),
            value: z.optional(z.array(filterValue).check(z.maxLength(5000))),
          }),
        ),
      }),
    )
    .check(z.minLength(1), z.maxLength(maxFields)),
  includeFieldNames: z.optional(z.boolean()),
  /** Whose dates and times are meant and answered: an IANA name, an offset as '+05:30', or Z; without it UTC. */
  timezone: z.optional(z.string().check(z.maxLength(64))),
});
export type SearchRequest = z.output<typeof searchRequest>;

export const searchAnswer = z.object({
  /** Rows in display order; ids and amounts as text, times in ISO 8601 UTC. */
  data: z.array(z.array(z.nullable(z.union([z.string(), z.number(), z.boolean()])))),
  fieldNames: z.optional(z.array(z.string())),
  /** Exact number of matching transactions. */
  resultsAvailable: z.number(),
});
export type SearchAnswer = z.output<typeof searchAnswer>;

const inAnyOrder = z.extend(searchAnswer, {
  /** In another order than that of time: no transaction later than this is in the answer. Ask further pages up to it. */
  snapshotTime: z.optional(z.string()),
});

export const searchTransactions = defineEndpoint({
  name: 'searchTransactions',
  summary: 'Search transactions; also the related transactions of one',
  route: 'POST /proxy/sync/tqs/reporting/internal/search',
  merchantRoute: 'POST /reporting/transactions/search',
  audited: 'refused',
  auth: seesTransactions,
  body: searchRequest,
  response: inAnyOrder,
});

/** The statements screen asks at a path of its own; its answer says of which moment it is. */
export const searchStatements = defineEndpoint({
  name: 'searchStatements',
  summary: 'Transactions of an interval: the statements screen',
  route: 'POST /proxy/async/tqs/reporting/internal/search',
  audited: 'refused',
  auth: seesTransactions,
  body: searchRequest,
  response: z.extend(searchAnswer, {
    /** No transaction later than this is in the answer (ISO 8601): ask further pages up to it. */
    snapshotTime: z.string(),
  }),
});

/** The card is named by a transaction that was paid with it, so that no fingerprint ever stands in an address. */
const sameCard = {
  auth: { anyOf: ['P_VIEW_FRAUD_RULES', 'P_VIEW_FRAUDGUARD'], resource: { transaction: 'transactionId' } },
  path: z.object({ transactionId: z.string().check(z.regex(transactionIdPattern)) }),
  body: searchRequest,
  response: inAnyOrder,
} as const;

export const searchSameCard = defineEndpoint({
  name: 'searchSameCard',
  summary: 'Transactions paid with the card of the one named',
  route: 'POST /proxy/sync/tqs/reporting/internal/search/{transactionId}/card',
  audited: 'refused',
  ...sameCard,
});

export const searchSameCardStatements = defineEndpoint({
  name: 'searchSameCardStatements',
  summary: 'Transactions of an interval paid with the card of the one named',
  route: 'POST /proxy/async/tqs/reporting/internal/search/{transactionId}/card',
  audited: 'refused',
  ...sameCard,
});

export const countTransactions = defineEndpoint({
  name: 'countTransactions',
  summary: 'How many transactions a search would find, exactly',
  route: 'POST /proxy/async/tqs/count',
  audited: 'refused',
  auth: seesTransactions,
  body: searchRequest,
  response: z.object({ count: z.number() }),
});

export const exportFormats = ['CSV', 'XLS', 'XLSX'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The search whose rows become a file; at most as many as the startup configuration's transactionExportLimit. */
export const exportRequest = z.extend(searchRequest, {
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(100_000_000))),
  outputFormat: z.enum(exportFormats),
  /** Without its ending. */
  outputFileName: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  /** IANA name; whose clock the file's times follow. */
  timezone: z.string().check(z.regex(/^[A-Za-z][\w+/-]{1,63}$/)),
});
export type ExportRequest = z.output<typeof exportRequest>;

export const exportTransactions = defineEndpoint({
  name: 'exportTransactions',
  summary: 'What a search finds as a file: CSV, XLSX or XLS',
  route: 'POST /proxy/export/tqs/reporting/internal/search',
  takesForm: true,
  auth: seesTransactions,
  body: exportRequest,
  response: z.string(),
});

export const exportSameCard = defineEndpoint({
  name: 'exportSameCard',
  summary: 'Transactions paid with the card of the one named, as a file',
  route: 'POST /proxy/export/tqs/reporting/internal/search/{transactionId}/card',
  takesForm: true,
  ...sameCard,
  body: exportRequest,
  response: z.string(),
});

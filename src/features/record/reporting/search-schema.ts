import * as z from 'zod/mini';
import { aggregations } from './fields/field-definition.ts';
import { operations } from './fields/transaction-fields.ts';

/** All columns, each with a filter. */
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
        /** With one, the response has a row for each currency (docs/domain.md#aggregations). */
        aggregation: z.optional(z.enum(aggregations)),
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
  /**
   * Time zone of dates and times in request and response: an IANA name, an offset as '+05:30', or Z. Default:
   * UTC.
   */
  timezone: z.optional(z.string().check(z.maxLength(64))),
});
export type SearchRequest = z.output<typeof searchRequest>;

export const searchResponse = z.object({
  /** Rows in display order; ids and amounts as text, times in ISO 8601 UTC. */
  data: z.array(z.array(z.nullable(z.union([z.string(), z.number(), z.boolean()])))),
  fieldNames: z.optional(z.array(z.string())),
  /** Exact number of matching transactions. */
  resultsAvailable: z.number(),
});
export type SearchResponse = z.output<typeof searchResponse>;

/** What transactions moved, by currency. Amounts are decimal text (docs/domain.md#money-moved). */
export const totalsResponse = z.object({
  /** The moment of the data, in ISO 8601. */
  countedAt: z.string(),
  totals: z.array(
    z.object({
      ccyCode: z.string(),
      /** Transactions of every type and status. */
      number: z.number(),
      taken: z.string(),
      refunded: z.string(),
      paidOut: z.string(),
      /** Taken minus refunded minus paid out. */
      net: z.string(),
    }),
  ),
});
export type TotalsResponse = z.output<typeof totalsResponse>;

import * as z from 'zod/mini';

const total = z.object({
  currency: z.string(),
  count: z.number(),
  taken: z.string(),
  refunded: z.string(),
  paidOut: z.string(),
  net: z.string(),
});

/** What a file holds, in a file of its own (docs/domain.md#scheduled-files). Amounts are decimal text with the currency's digits. */
export const manifestSchema = z.object({
  format: z.literal('countinghouse-manifest-1'),
  file: z.object({
    name: z.string(),
    format: z.enum(['CSV', 'XLSX']),
    bytes: z.number(),
    sha256: z.string(),
  }),
  /** Transactions in the file. */
  rows: z.number(),
  /** Transactions that the search found. */
  found: z.number(),
  /** Of all transactions that the search found. */
  totals: z.array(total),
  columns: z.array(z.string()),
  filters: z.array(z.object({ field: z.string(), operation: z.string(), values: z.array(z.string()) })),
  /** Null for a search at any time. */
  interval: z.nullable(z.object({ from: z.string(), to: z.string() })),
  timeZone: z.string(),
  view: z.object({ id: z.string(), name: z.string() }),
  organisation: z.object({ id: z.number(), name: z.string() }),
  madeFor: z.object({ id: z.string(), name: z.string() }),
  dueAt: z.string(),
  madeAt: z.string(),
});
export type Manifest = z.output<typeof manifestSchema>;

import * as z from 'zod/mini';
import { transactionIdPattern } from '#shared/patterns.ts';
import { searchRequest } from '#features/record/reporting/search-schema.ts';
import { exportFormats } from '#shared/export-formats.ts';

/** The search to export. The startup configuration's transactionExportLimit limits its rows. */
export const exportRequest = z.extend(searchRequest, {
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(100_000_000))),
  outputFormat: z.enum(exportFormats),
  /**
   * What the transactions of the search moved, by currency: closing lines of a CSV file, a sheet of a spreadsheet. Default: in
   * spreadsheets only.
   */
  includeTotals: z.optional(z.boolean()),
  /** Without extension. */
  outputFileName: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  /** IANA name of the time zone of the file's times. */
  timezone: z.string().check(z.regex(/^[A-Za-z][\w+/-]{1,63}$/)),
});

export type ExportRequest = z.output<typeof exportRequest>;

export const exportTransactions = {
  body: exportRequest,
  response: z.string(),
};

export const exportSameCard = {
  path: z.object({ transactionId: z.string().check(z.regex(transactionIdPattern)) }),
  body: exportRequest,
  response: z.string(),
};

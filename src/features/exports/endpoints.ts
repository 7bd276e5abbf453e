import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';
import { transactionIdPattern } from '#shared/patterns.ts';
import { searchRequest } from '#features/reporting/search-schema.ts';

export const exportFormats = ['CSV', 'XLS', 'XLSX'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The search to export. The startup configuration's transactionExportLimit limits its rows. */
export const exportRequest = z.extend(searchRequest, {
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(100_000_000))),
  outputFormat: z.enum(exportFormats),
  /** Without extension. */
  outputFileName: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  /** IANA name of the time zone of the file's times. */
  timezone: z.string().check(z.regex(/^[A-Za-z][\w+/-]{1,63}$/)),
});
export type ExportRequest = z.output<typeof exportRequest>;

export const exportTransactions = defineEndpoint({
  name: 'exportTransactions',
  summary: 'Exports the transactions of a search as a file: CSV, XLSX or XLS',
  route: 'POST /proxy/export/tqs/reporting/internal/search',
  takesForm: true,
  auth: { anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL'], resource: 'anywhere' },
  body: exportRequest,
  response: z.string(),
});

export const exportSameCard = defineEndpoint({
  name: 'exportSameCard',
  summary: 'Exports transactions paid with the card of the given one',
  route: 'POST /proxy/export/tqs/reporting/internal/search/{transactionId}/card',
  takesForm: true,
  // A transaction identifies the card: no fingerprint appears in an address.
  auth: { anyOf: ['P_VIEW_FRAUD_RULES', 'P_VIEW_FRAUDGUARD'], resource: { transaction: 'transactionId' } },
  path: z.object({ transactionId: z.string().check(z.regex(transactionIdPattern)) }),
  body: exportRequest,
  response: z.string(),
});

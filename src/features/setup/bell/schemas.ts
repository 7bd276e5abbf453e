import * as z from 'zod/mini';
import { bulkActions } from '#features/payments/bulk/bulk-work.ts';
import { queryMoment } from '#shared/cursor-page.ts';

const entry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('BULK_ENDED'),
    at: z.string(),
    jobId: z.string(),
    action: z.enum(bulkActions),
    total: z.number(),
    /** Items without success. */
    failed: z.number(),
  }),
  z.object({
    kind: z.literal('APPROVAL_DECIDED'),
    at: z.string(),
    approvalId: z.string(),
    action: z.string(),
    state: z.enum(['APPROVED', 'REJECTED', 'EXPIRED', 'SUCCEEDED', 'FAILED']),
    /** null: no amount of money. */
    amount: z.nullable(z.string()),
    ccyCode: z.nullable(z.string()),
    /** null: the time was over. */
    decidedBy: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('CASE_ASSIGNED'), at: z.string(), caseId: z.string(), by: z.string() }),
]);
export type BellEntry = z.output<typeof entry>;

export const getBell = {
  response: z.object({
    /** Bulk work of the caller that runs. */
    running: z.number(),
    /** Entries after the last reading, at most as many as there are entries. */
    unread: z.number(),
    /** The newest first, at most 20 of the last 30 days. */
    entries: z.array(entry),
  }),
};

export const markBellSeen = {
  body: z.strictObject({ until: queryMoment }),
  response: z.object({ unread: z.number() }),
};

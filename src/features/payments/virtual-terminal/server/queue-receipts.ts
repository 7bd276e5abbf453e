import { markReceiptQueued } from '#features/payments/hosted-sessions/server/hosted-session-table.ts';
import { findTransaction } from '#features/payments/payments/server/db/transactions.ts';
import { receiptKind } from '#features/payments/receipts/receipt-kind.ts';
import { buildReceiptMail } from '#features/payments/receipts/server/receipt-mail.ts';
import { parsePageLanguage } from '#shared/page-languages.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { addMs, dayMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import type { Log } from '#server/log.ts';
import { queuePayerMail } from '#server/mail/queue-mail.ts';

/** Older receipts would confuse the payer. */
const staleMs = 3 * dayMs;
const batch = 100;

interface DueReceipt {
  companyId: number;
  sessionId: string;
  txnId: number;
  email: string;
}

/**
 * Queues the receipt of a hosted session once its payment has succeeded, in the transaction that marks the session. The
 * email's key is the transaction, so that it is queued once.
 */
export const queueReceipts: Job = {
  name: 'queue-receipts',
  everySeconds: 3,
  ofCompany: {},
  async run(services) {
    const now = services.clock.now();
    const queueBatch = (failed: readonly string[]) =>
      inTenant(services.database, 'all-tenants', (sql) => queueDue(sql, services.log, failed, now));
    // Failed receipts wait for the next run without blocking others.
    let failed: string[] = [];
    for (let more = true; more;) {
      const batchResult = await queueBatch(failed);
      failed = [...failed, ...batchResult.failed];
      more = batchResult.due === batch;
    }
  },
};

async function queueDue(
  sql: TenantSql,
  log: Log,
  skipped: readonly string[],
  now: Date,
): Promise<{ due: number; failed: string[] }> {
  const receipts = await sql<DueReceipt[]>`
    select s.company_id, s.session_id, t.txn_id,
           s.request #>> '{customer,details,emailAddress}' as email
    from hosted_session s
    join txn t on t.txn_id = s.txn_id and t.company_id = s.company_id
    where s.wants_receipt and s.receipt_at is null and s.txn_id is not null
      and s.last_interaction > ${addMs(now, -staleMs)} and s.session_id <> all (${[...skipped]}::text[])
      and t.txn_status = 'SUCCESS' and t.txn_type in ('PAYMENT', 'PREAUTH')
      and coalesce(s.request #>> '{customer,details,emailAddress}', '') <> ''
    order by s.last_interaction limit ${batch} for update of s skip locked`;
  const failed: string[] = [];
  for (const receipt of receipts) {
    try {
      await sql.savepoint((inner) => queueReceipt(inner, receipt, now));
    } catch (error) {
      log.error({ err: error, transactionId: receipt.txnId }, 'receipt not queued');
      failed.push(receipt.sessionId);
    }
  }
  return { due: receipts.length, failed };
}

async function queueReceipt(sql: TenantSql, dueReceipt: DueReceipt, now: Date): Promise<void> {
  const { companyId, txnId, email: to } = dueReceipt;
  const row = await findTransaction(sql, companyId, txnId);
  if (!row) throw new Error(`transaction ${txnId} vanished`);
  const kind = receiptKind(row.txnType, row.txnStatus, row.capturedBy !== null);
  if (kind !== undefined) {
    const locale = parsePageLanguage(row.detail.locale);
    await queuePayerMail(
      sql,
      await buildReceiptMail(sql, row, kind, { key: `receipt:${txnId}`, to, locale, now }),
    );
  }
  await markReceiptQueued(sql, dueReceipt, now);
}

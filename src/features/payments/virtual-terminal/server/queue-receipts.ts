import { markReceiptQueued } from '#features/payments/hosted-sessions/server/hosted-session-table.ts';
import { parseLocale } from '#shared/locales.ts';
import { formatMinor } from '#shared/money.ts';
import { formatPayerMoney } from '#shared/text/format-money.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { addMs, dayMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import type { Log } from '#server/log.ts';
import { queueMail } from '#server/mail/queue-mail.ts';

/** Older receipts would confuse the payer. */
const staleMs = 3 * dayMs;
const batch = 100;

interface DueReceipt {
  companyId: number;
  sessionId: string;
  txnId: number;
  type: string;
  email: string;
  locale: string | null;
  merchant: string;
  minor: number;
  currency: string;
  lastFour: string | null;
  reference: string | null;
  at: Date;
  timeZone: string;
  receiptName: string | null;
  receiptReplyTo: string | null;
}

/**
 * Queues the receipt of a hosted session once its payment has succeeded, in the transaction that marks the session. The
 * email's key is the transaction, so that it is queued once.
 */
export const queueReceipts: Job = {
  name: 'queue-receipts',
  everySeconds: 3,
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
    select s.company_id, s.session_id, t.txn_id, t.txn_type as type,
           s.request #>> '{customer,details,emailAddress}' as email, s.request ->> 'locale' as locale,
           t.merchant_name as merchant, t.requested_minor as minor, t.ccy_code as currency,
           t.last_four, t.merch_ref as reference, t.txn_datetime as at,
           coalesce(above.time_zone, 'Europe/London') as time_zone,
           i.receipt_name, i.receipt_reply_to
    from hosted_session s
    join txn t on t.txn_id = s.txn_id and t.company_id = s.company_id
    join organisation m on m.id = s.merchant_id
    join installation i on i.installation_id = s.installation_id
    left join lateral (
      select a.time_zone from organisation a
      where a.time_zone is not null and a.id = any (string_to_array(ltrim(m.path, '/'), '/')::integer[])
      order by length(a.path) desc limit 1
    ) above on true
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
  const locale = parseLocale(dueReceipt.locale);
  await queueMail(sql, {
    key: `receipt:${dueReceipt.txnId}`,
    template: dueReceipt.type === 'PREAUTH' ? 'reservationReceipt' : 'paymentReceipt',
    to: toOneLine(dueReceipt.email),
    locale,
    values: {
      merchant: toOneLine(dueReceipt.merchant),
      amount: formatPayerMoney(
        formatMinor(dueReceipt.minor, dueReceipt.currency),
        dueReceipt.currency,
        locale,
      ),
      card: dueReceipt.lastFour === null ? '' : `•••• ${dueReceipt.lastFour}`,
      reference: toOneLine(dueReceipt.reference ?? String(dueReceipt.txnId)),
      at: dueReceipt.at.toISOString(),
      timeZone: dueReceipt.timeZone,
      senderName: toOneLine(dueReceipt.receiptName ?? ''),
      replyTo: toOneLine(dueReceipt.receiptReplyTo ?? ''),
    },
    now,
  });
  await markReceiptQueued(sql, dueReceipt, now);
}

/** Prevents header injection by line breaks. */
const toOneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

import { canonicalEmail, isOneEmail, maskEmail } from '#shared/email-address.ts';
import { Problem, problems } from '#shared/problem.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { findTransaction } from '#features/payments/payments/server/db/transactions.ts';
import type { PaymentServices } from '#features/payments/payments/server/payment-context.ts';
import { queueReceipt, requireReceiptKind } from '#features/payments/receipts/server/queue-receipt.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { hourMs } from '#server/clock.ts';
import { handlePublic } from '#server/handler.ts';
import { keyedHash } from '#server/keys.ts';
import { isMailAddress } from '#server/mail/mail-address.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { auditPayer } from './audit-payer.ts';
import { loadSession } from './session/page-session.ts';
import { buildPageView } from './session/page-view.ts';

/** Receipts that one IP address may request in an hour. */
const receiptsAllowed = 10;

/**
 * Emails the receipt of a paid session to the customer's address, or else to the one that the payer enters. The first address
 * of a session is its only one, so that a page is no means to write to others.
 */
export const sendPageReceipt = handlePublic<typeof endpoints.sendPageReceipt, PaymentServices>(
  endpoints.sendPageReceipt,
  schemas.sendPageReceipt,
  async (ctx) => {
    const session = await loadSession(ctx);
    const { services, request, body, now } = ctx;
    const { companyId, sessionId, txnId } = session;
    const { receipt } = buildPageView(session, now, services.config);
    if (receipt === null || txnId === null) throw new Problem(409, 'NO_RECEIPT', 'receipt_none');
    const own = session.request.customer?.details?.emailAddress;
    const to = canonicalEmail(own ?? body.email ?? '');
    if (!isOneEmail(to) || !isMailAddress(to)) throw problems.invalid('body.email');
    const requests = await countAttempt(services.database, `payer-receipts:${request.ip}`, hourMs, now);
    if (requests > receiptsAllowed) throw problems.tooManyRequests(hourMs / 1000);
    const hash = keyedHash(services.keys.fingerprint.of(1), `receipt:${sessionId}:${to}`);
    await inTenant(services.database, [companyId], async (sql) => {
      await claimAddress(sql, sessionId, hash);
      const row = await findTransaction(sql, companyId, txnId);
      if (!row) throw problems.notFound();
      const kind = requireReceiptKind(row);
      await queueReceipt(sql, services, row, { kind, to, now, language: body.language });
      await auditPayer(
        sql,
        { session, request, now },
        {
          act: 'sendReceipt',
          objectKind: 'transaction',
          objectId: String(txnId),
          detail: { kind, to: maskEmail(to) },
        },
      );
    });
    return { sentTo: own === undefined ? to : maskEmail(to) };
  },
);

/** Throws 409 when the session has had its receipt sent elsewhere. */
async function claimAddress(sql: TenantSql, sessionId: string, hash: Buffer): Promise<void> {
  const claimed = await sql`
    update hosted_session set receipt_to = ${hash}
    where session_id = ${sessionId} and (receipt_to is null or receipt_to = ${hash})
    returning 1`;
  if (claimed.length === 0) throw new Problem(409, 'SENT_ELSEWHERE', 'receipt_sent_often');
}

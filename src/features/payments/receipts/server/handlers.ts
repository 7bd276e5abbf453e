import { randomUUID } from 'node:crypto';
import { canonicalEmail } from '#shared/email-address.ts';
import { parseLocale } from '#shared/locales.ts';
import { Problem, problems } from '#shared/problem.ts';
import { findTransaction } from '#features/payments/payments/server/db/transactions.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { dayMs, hourMs } from '#server/clock.ts';
import { handle } from '#server/handler.ts';
import { isMailAddress } from '#server/mail/mail-address.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import * as endpoints from '../endpoints.ts';
import { receiptKind } from '../receipt-kind.ts';
import * as schemas from '../schemas.ts';
import { buildReceiptMail } from './receipt-mail.ts';

/** Emails about one transaction in a day, and of one company in an hour. */
const limits = { transaction: 5, company: 500 };

/** The payer's address is the one on the payment, never one of the request. */
export const sendReceipt = handle(
  endpoints.sendReceipt,
  schemas.sendReceipt,
  async ({ sql, resource, path, caller, request, services, now }) => {
    const { companyId } = resource;
    const row = await findTransaction(sql, companyId, path.transactionId);
    if (!row) throw problems.notFound();
    const kind = receiptKind(row.txnType, row.txnStatus, row.capturedBy !== null);
    if (kind === undefined) throw new Problem(409, 'NO_RECEIPT', 'receipt_none');
    const to = canonicalEmail(row.customerEmail ?? '');
    if (!isMailAddress(to)) throw new Problem(409, 'NO_ADDRESS', 'receipt_no_address');
    const { database } = services;
    const sent = await countAttempt(database, `receipt:${companyId}:${row.txnId}`, dayMs, now);
    if (sent > limits.transaction) throw new Problem(409, 'SENT_OFTEN', 'receipt_sent_often');
    const ofCompany = await countAttempt(database, `receipt-mails:${companyId}`, hourMs, now);
    if (ofCompany > limits.company) throw problems.tooManyRequests(hourMs / 1000);
    const locale = parseLocale(row.detail.locale);
    const key = `receipt:${row.txnId}:${randomUUID()}`;
    await queueMail(sql, await buildReceiptMail(sql, row, kind, { key, to, locale, now }));
    await auditAction(sql, {
      by: { caller, request, now },
      companyId,
      organisationId: row.installationId,
      act: endpoints.sendReceipt.name,
      objectKind: 'transaction',
      objectId: String(row.txnId),
      detail: { kind },
    });
    return { kind, sentTo: to };
  },
);

import { canonicalEmail } from '#shared/email-address.ts';
import { Problem, problems } from '#shared/problem.ts';
import { maskTelephone, parseTelephone } from '#shared/telephone.ts';
import { findTransaction } from '#features/payments/payments/server/db/transactions.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { handle } from '#server/handler.ts';
import { isMailAddress } from '#server/mail/mail-address.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { queueReceipt, queueTextReceipt, requireReceiptKind } from './queue-receipt.ts';

/** The payer's address is the one on the payment, never one of the request. */
export const sendReceipt = handle(
  endpoints.sendReceipt,
  schemas.sendReceipt,
  async ({ sql, resource, path, caller, request, services, now }) => {
    const { companyId } = resource;
    const row = await findTransaction(sql, companyId, path.transactionId);
    if (!row) throw problems.notFound();
    const kind = requireReceiptKind(row);
    const to = canonicalEmail(row.customerEmail ?? '');
    if (!isMailAddress(to)) throw new Problem(409, 'NO_ADDRESS', 'receipt_no_address');
    await queueReceipt(sql, services, row, { kind, to, now });
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

/** To the number that the customer gives. Payments by phone mostly have none. The audit has its last digits only. */
export const textReceipt = handle(
  endpoints.textReceipt,
  schemas.textReceipt,
  async ({ sql, resource, path, body, caller, request, services, now }) => {
    const { companyId } = resource;
    if (services.config.smsUrl === undefined) throw new Problem(409, 'NO_SMS', 'sms_off');
    const to = parseTelephone(body.telephone);
    if (to === undefined) throw problems.invalid('body.telephone');
    const row = await findTransaction(sql, companyId, path.transactionId);
    if (!row) throw problems.notFound();
    const kind = requireReceiptKind(row);
    await queueTextReceipt(sql, services, row, { kind, to, now });
    await auditAction(sql, {
      by: { caller, request, now },
      companyId,
      organisationId: row.installationId,
      act: endpoints.textReceipt.name,
      objectKind: 'transaction',
      objectId: String(row.txnId),
      detail: { kind, to: maskTelephone(to) },
    });
    return { kind, sentTo: to };
  },
);

import { canonicalEmail, maskEmail } from '#shared/email-address.ts';
import { Problem, problems } from '#shared/problem.ts';
import { maskTelephone, parseTelephone } from '#shared/telephone.ts';
import {
  type TransactionRecord,
  findTransaction,
} from '#features/payments/payments/server/db/transactions.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { type HandlerContext, handle } from '#server/handler.ts';
import { isMailAddress } from '#server/mail/mail-address.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { queueReceipt, queueTextReceipt, requireReceiptKind } from './queue-receipt.ts';

/** The payer's address is the one on the payment, never one of the request. */
export const sendReceipt = handle(endpoints.sendReceipt, schemas.sendReceipt, async (ctx) => {
  const { sql, path, services, now } = ctx;
  const row = await loadRow(ctx, path.transactionId);
  const kind = requireReceiptKind(row);
  const to = canonicalEmail(row.customerEmail ?? '');
  if (!isMailAddress(to)) throw new Problem(409, 'NO_ADDRESS', 'receipt_no_address');
  await queueReceipt(sql, services, row, { kind, to, now });
  await auditSent(ctx, row, endpoints.sendReceipt.name, { kind, to: maskEmail(to) });
  return { kind, sentTo: to };
});

/** To the number that the customer gives. Payments by phone mostly have none. The audit has its last digits only. */
export const textReceipt = handle(endpoints.textReceipt, schemas.textReceipt, async (ctx) => {
  const { sql, path, body, services, now } = ctx;
  if (services.config.smsUrl === undefined) throw new Problem(409, 'NO_SMS', 'sms_off');
  const to = parseTelephone(body.telephone);
  if (to === undefined) throw problems.invalid('body.telephone');
  const row = await loadRow(ctx, path.transactionId);
  const kind = requireReceiptKind(row);
  await queueTextReceipt(sql, services, row, { kind, to, now });
  await auditSent(ctx, row, endpoints.textReceipt.name, { kind, to: maskTelephone(to) });
  return { kind, sentTo: to };
});

type Context = Pick<
  HandlerContext<typeof endpoints.sendReceipt>,
  'sql' | 'resource' | 'caller' | 'request' | 'now'
>;

async function loadRow({ sql, resource }: Context, transactionId: number): Promise<TransactionRecord> {
  const row = await findTransaction(sql, resource.companyId, transactionId);
  if (!row) throw problems.notFound();
  return row;
}

const auditSent = (
  { sql, caller, request, now }: Context,
  { companyId, installationId, txnId }: TransactionRecord,
  act: string,
  detail: object,
): Promise<void> =>
  auditAction(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: installationId,
    act,
    objectKind: 'transaction',
    objectId: String(txnId),
    detail,
  });

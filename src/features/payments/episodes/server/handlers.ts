import type { TenantSql } from '#database/tenant.ts';
import { problems } from '#shared/problem.ts';
import { type Refusal, ok } from '#shared/result.ts';
import { checkScheduleAllowed } from '#features/payments/payments/follow-up.ts';
import type { PaymentReply } from '#features/payments/payments/payment-response.ts';
import { type ReasonCode, buildOutcome } from '#shared/payments/reason-codes.ts';
import { saveResponse } from '#features/payments/payments/server/db/idempotency-keys.ts';
import { respondWith, runOnce } from '#features/payments/payments/server/run-once.ts';
import { loadInstallation } from '#features/payments/payments/server/db/installations.ts';
import {
  findTransaction,
  nextTransactionId,
  toOriginal,
} from '#features/payments/payments/server/db/transactions.ts';
import {
  type PaymentContext,
  type PaymentResult,
  type PaymentServices,
  audit,
  buildPaymentContext,
  sendPayment,
} from '#features/payments/payments/server/payment-context.ts';
import { toScheduleOrigin } from '#features/payments/payments/server/build-transaction.ts';
import type { ScheduleBody } from '#features/payments/schedules/schedule-body.ts';
import { hasLiveSchedule } from '#features/payments/schedules/server/db/schedule.ts';
import { planSchedule, writeSchedule } from '#features/payments/schedules/server/plan-schedule.ts';
import { handleWithoutTransaction } from '#server/handler.ts';
import { addSchedule as endpoint } from '../endpoints.ts';
import { addSchedule as schemas } from '../schemas.ts';

/** No money moves yet, so it is one transaction: idempotency key, schedule, its first episode, audit event. */
export const addSchedule = handleWithoutTransaction<typeof endpoint, PaymentServices>(
  endpoint,
  schemas,
  async (ctx) => {
    const context = buildPaymentContext(ctx, endpoint.name);
    // The number under which the response is saved; no transaction gets it.
    const orderId = await nextTransactionId(context.services);
    const { transactionId } = ctx.path;
    const reservation = await runOnce<never>(context, endpoint.name, orderId, async (sql) => {
      const added = await addToTransaction(sql, context, transactionId, ctx.body.schedule);
      if (!added.ok) return added;
      await saveResponse(sql, orderId, added.value);
      return ok(respondWith(added.value));
    });
    if (reservation.kind !== 'respond') throw new Error('a schedule was reserved and not added');
    return sendPayment(ctx, reservation.reply);
  },
);

async function addToTransaction(
  sql: TenantSql,
  context: PaymentContext,
  txnId: number,
  body: ScheduleBody,
): Promise<PaymentResult<PaymentReply>> {
  const { companyId, merchantId, merchantPath, installationId, now } = context;
  const row = await findTransaction(sql, companyId, txnId);
  if (!row) throw problems.notFound();
  // The lock on the root keeps two requests for one family from both finding no schedule.
  await sql`select 1 from payment where root_id = ${row.rootId} and company_id = ${companyId} for update`;
  const refuse = ({ code, field }: Refusal<ReasonCode>) => ({
    ok: false as const,
    code,
    field,
    operation: 'add a schedule to',
    originalType: row.txnType,
    transactionId: txnId,
  });
  const allowed = checkScheduleAllowed(toOriginal(row), await hasLiveSchedule(sql, companyId, row.rootId));
  if (!allowed.ok) return refuse(allowed);
  const supports = await loadInstallation(sql, installationId);
  if (!supports.isActive) return refuse({ code: 'A139' });
  const planned = await planSchedule(sql, {
    body,
    merchantId,
    merchantPath,
    currency: row.ccyCode,
    amountMinor: row.requestedMinor,
    sequence: row.continuousAuthorityType ?? undefined,
    supports,
    now,
  });
  if (!planned.ok) return refuse(planned);
  const plan = planned.value;
  if (!(await writeSchedule(sql, plan, toScheduleOrigin(row), now))) return refuse({ code: 'A103' });
  const end = { approved: true, reasonCode: 'S100', now };
  await context.services.scheduleSettlement.settle(sql, companyId, txnId, end);
  const { scheduleId } = plan;
  await audit(sql, context, endpoint.name, {
    objectId: String(txnId),
    outcome: 'S100',
    detail: { scheduleId },
  });
  return ok({ status: 201, body: { schedule: { scheduleId }, outcome: buildOutcome('S100'), link: [] } });
}

import type { TenantSql } from '#database/tenant.ts';
import { problems } from '#shared/problem.ts';
import type { ScheduleBody } from '#features/schedules/definition/schedule-body.ts';
import { hasLiveSchedule } from '#features/schedules/server/store/linked-schedule.ts';
import { writeSchedule } from '#features/schedules/server/store/plan-schedule.ts';
import { settleSchedules } from '#features/schedules/server/store/settle-schedules.ts';
import { handleWithoutTransaction } from '#server/handler.ts';
import { addSchedule as endpoint } from '../endpoints.ts';
import { buildOutcome } from '#features/payments/payment-response.ts';
import type { ReasonCode } from '#features/payments/reason-codes.ts';
import { scheduleRefusal } from '#features/payments/follow-up.ts';
import { afterClaim, scheduleOrigin } from '#features/payments/server/pipeline/persist-payment.ts';
import {
  type PaymentContext,
  type PaymentReply,
  audit,
  buildPaymentContext,
  refusal,
  sendPayment,
} from '#features/payments/server/pipeline/payment-context.ts';
import { planFor } from '#features/payments/server/pipeline/store/plan-for.ts';
import { installationById } from '#features/payments/server/pipeline/store/installation-store.ts';
import {
  reserveIdempotencyKey,
  saveResponse,
} from '#features/payments/server/pipeline/store/idempotency-keys.ts';
import { toOriginal, storedTransaction } from '#features/payments/server/pipeline/store/payment-store.ts';
import { nextTransactionId } from '#features/payments/server/pipeline/store/transaction-ids.ts';

/** Idempotency key, schedule, first episode and audit are one database transaction, because no money moves yet. */
export const addSchedule = handleWithoutTransaction(endpoint, async (ctx) => {
  const context = buildPaymentContext(ctx, endpoint.name);
  // Identifies this request under its Idempotency-Key. No transaction uses the id.
  const orderId = await nextTransactionId(context.services.database);
  const { transactionId } = ctx.path;
  const reserved = await context.inTenant(async (sql) => {
    const claim = await reserveIdempotencyKey(sql, context, orderId);
    if (claim.kind !== 'first') return claim;
    const reply = await add(sql, context, transactionId, ctx.body.schedule);
    await saveResponse(sql, orderId, reply);
    return { kind: 'reply', reply } as const;
  });
  const opened = await afterClaim(context, reserved);
  if (opened.kind !== 'reply') throw new Error('addSchedule reserved a key without a response');
  return sendPayment(ctx, opened.reply);
});

async function add(
  sql: TenantSql,
  context: PaymentContext,
  txnId: number,
  body: ScheduleBody,
): Promise<PaymentReply> {
  const { companyId, installationId, now } = context;
  const row = await storedTransaction(sql, companyId, txnId);
  if (!row) throw problems.notFound();
  // Serialises requests of a family, so that two at once cannot both create a schedule.
  await sql`select 1 from payment where root_id = ${row.rootId} and company_id = ${companyId} for update`;
  const refuse = async (code: ReasonCode, field?: string): Promise<PaymentReply> => {
    await audit(sql, context, endpoint.name, { objectId: String(txnId), outcome: code });
    return refusal(code, { type: 'add a schedule to', original: row.txnType, field });
  };
  const refused = scheduleRefusal(toOriginal(row), await hasLiveSchedule(sql, companyId, row.rootId));
  if (refused) return refuse(refused);
  const request = {
    currency: row.ccyCode,
    amountMinor: row.requestedMinor,
    sequence: row.continuousAuthorityType ?? undefined,
  };
  const planned = await planFor(sql, context, body, request, await installationById(sql, installationId));
  if (!planned?.ok) return refuse(planned?.code ?? 'V100', planned?.field);
  const origin = scheduleOrigin(row);
  if (!(await writeSchedule(sql, planned.plan, origin, now))) return refuse('A103');
  await settleSchedules(sql, companyId, txnId, { approved: true, reasonCode: 'S100', now });
  const { scheduleId } = planned.plan;
  await audit(sql, context, endpoint.name, {
    objectId: String(txnId),
    outcome: 'S100',
    detail: { scheduleId },
  });
  return {
    status: 201,
    body: { schedule: { scheduleId }, outcome: buildOutcome('S100'), link: [] },
  };
}

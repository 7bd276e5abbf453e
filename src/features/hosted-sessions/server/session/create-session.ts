import type { Endpoint } from '#shared/define-endpoint.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { SessionRequest } from '#features/hosted-sessions/session-request.ts';
import { buildPaymentContext, sendReply } from '#features/payments/server/pipeline/payment-context.ts';
import { respondOnce } from '#features/payments/server/pipeline/store/idempotency-keys.ts';
import { fixedAmount } from './session-sale.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { HandlerContextWithoutTransaction } from '#server/handler.ts';
import { openSession } from './open-session.ts';
import type { SessionKind } from './session-store.ts';

/** The three calls that open a session differ in its kind only; 201, or 400 with the reason. */
export async function createSession(
  ctx: HandlerContextWithoutTransaction<Endpoint>,
  name: string,
  kind: SessionKind,
) {
  const { resource, caller, request, services, now } = ctx;
  const { companyId, merchantId, installationId } = resource;
  if (!companyId || !merchantId || !installationId) throw new Error(`${name}: guard named no installation`);
  const asked = ctx.body as SessionRequest;
  const create = async (sql: TenantSql) => {
    const opening = { companyId, merchantId, installationId, kind, madeBy: request.program, request: asked };
    const opened = await openSession(sql, opening, services.config, now);
    const money = asked.transaction?.money;
    await auditAction(sql, {
      by: { caller, request, now },
      companyId,
      organisationId: installationId,
      act: name,
      objectKind: 'hostedSession',
      objectId: 'sessionId' in opened ? opened.sessionId : undefined,
      outcome: opened.status === 'SUCCESS' ? 'allowed' : `refused: ${opened.reasonCode}`,
      detail: { kind, amount: String(fixedAmount(asked) ?? ''), currency: money?.currency ?? '' },
    });
    return { status: opened.status === 'SUCCESS' ? 201 : 400, body: opened };
  };
  const context = buildPaymentContext(ctx, name);
  return sendReply(await ctx.inTenant((sql) => respondOnce(sql, context, () => create(sql))));
}

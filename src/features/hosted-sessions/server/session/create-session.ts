import type { Call } from '#contract/define-call.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { SessionRequest } from '#features/hosted-sessions/session-request.ts';
import { contextOf, sendReply } from '#features/payments/server/pipeline/payment-context.ts';
import { answerOnce } from '#features/payments/server/pipeline/store/key-store.ts';
import { fixedAmount } from './session-sale.ts';
import { recordAct } from '#server/audit.ts';
import type { StepsAsk } from '#server/handler.ts';
import { openSession } from './open-session.ts';
import type { SessionKind } from './session-store.ts';

/** The three calls that open a session differ in its kind only; 201, or 400 with the reason. */
export async function createSession(ask: StepsAsk<Call>, name: string, kind: SessionKind) {
  const { subject, caller, request, services, now } = ask;
  const { companyId, merchantId, installationId } = subject;
  if (!companyId || !merchantId || !installationId) throw new Error(`${name}: guard named no installation`);
  const asked = ask.body as SessionRequest;
  const create = async (sql: TenantSql) => {
    const opening = { companyId, merchantId, installationId, kind, madeBy: request.program, request: asked };
    const opened = await openSession(sql, opening, services.config, now);
    const money = asked.transaction?.money;
    await recordAct(sql, {
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
  const context = contextOf(ask, name);
  return sendReply(await ask.inTenant((sql) => answerOnce(sql, context, () => create(sql))));
}

import type { Call } from '#contract/define-call.ts';
import type { SessionRequest } from '#features/hosted-sessions/session-request.ts';
import { fixedAmount } from './session-sale.ts';
import { recordAct } from '#server/audit.ts';
import { Reply, type StepsAsk } from '#server/handler.ts';
import { openSession } from './open-session.ts';
import type { SessionKind } from './session-store.ts';

/** The three calls that open a session differ in its kind only; 201, or 400 with the reason. */
export async function createSession(ask: StepsAsk<Call>, name: string, kind: SessionKind) {
  const { subject, caller, request, services, now } = ask;
  const { companyId, merchantId, installationId } = subject;
  if (!companyId || !merchantId || !installationId) throw new Error(`${name}: guard named no installation`);
  const asked = ask.body as SessionRequest;
  const answer = await ask.inTenant(async (sql) => {
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
    return opened;
  });
  return new Reply(answer.status === 'SUCCESS' ? 201 : 400, answer);
}

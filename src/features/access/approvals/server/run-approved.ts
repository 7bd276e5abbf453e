import { Problem } from '#shared/problem.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { withAuditContext } from '#server/audit/audit-context.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { unseal } from '#server/auth/seal.ts';
import { addMs, hourMs } from '#server/clock.ts';
import {
  type LaterContext,
  type RunnableHandler,
  contextForUser,
  laterRequest,
} from '#server/context-for-user.ts';
import { Reply } from '#server/handler.ts';
import type { RawRequest } from '#server/http/parse-request.ts';
import type { Services } from '#server/services.ts';
import { type StoredRequest, findRequest, recordResult } from './approval-request-table.ts';

interface Result {
  state: 'SUCCEEDED' | 'FAILED';
  code: string | null;
}

/** Idempotency keys are kept for a day. A request that old could move money twice. */
const maxAgeMs = 12 * hourMs;

/**
 * Runs an approved request with the requester's present rights, through the handler of its endpoint. Repeating it is safe:
 * money moves under the request's own idempotency key, and other changes are made in the transaction of the result.
 */
export async function runApproved(
  services: Services,
  { companyId, approvalId }: Pick<StoredRequest, 'companyId' | 'approvalId'>,
): Promise<void> {
  const stored = await inTenant(services.database, [companyId], (sql) =>
    findRequest(sql, [companyId], approvalId),
  );
  if (stored?.state !== 'APPROVED') return;
  try {
    const result = await run(services, stored);
    if (result)
      await inTenant(services.database, [companyId], (sql) => finish(sql, services, stored, result));
  } catch (error) {
    // Rolled back and final: the rights or the state have changed. Anything else is tried again by the job.
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 429) throw error;
    const result: Result = { state: 'FAILED', code: error.code };
    await inTenant(services.database, [companyId], (sql) => finish(sql, services, stored, result));
  }
}

/** Undefined: the result is recorded already, or not known yet. */
async function run(services: Services, stored: StoredRequest): Promise<Result | undefined> {
  const now = services.clock.now();
  const handler = services.findHandler(stored.endpoint);
  if (handler?.endpoint.approval === undefined || handler.kind === 'public')
    throw new Error(`${stored.endpoint} cannot be approved`);
  const decidedAt = stored.decidedAt ?? now;
  if (handler.kind === 'steps' && decidedAt < addMs(now, -maxAgeMs))
    return { state: 'FAILED', code: 'APPROVAL_TOO_OLD' };
  const text = unseal(services.keys.approval, stored.sealedRequest, stored.approvalId).toString();
  const later = await contextForUser(services, handler, {
    userId: stored.requestedBy,
    raw: JSON.parse(text) as RawRequest,
    // The session of the requester is not needed.
    request: laterRequest(stored.approvalId, stored.requestedFrom, `approval-${stored.approvalId}`),
    // A second person has decided.
    requireApproval: () => () => Promise.resolve(),
  });
  if (!later) return { state: 'FAILED', code: 'REQUESTER_GONE' };
  return withAuditContext(later.act, () => runHandler(handler, later.ctx, stored, services));
}

async function runHandler(
  handler: RunnableHandler,
  ctx: LaterContext,
  stored: StoredRequest,
  services: Services,
): Promise<Result | undefined> {
  if (handler.kind === 'steps') return resultOf(await handler.run(ctx));
  await ctx.inTenant(async (sql) => {
    const current = await findRequest(sql, [stored.companyId], stored.approvalId, true);
    if (current?.state !== 'APPROVED') return;
    await handler.run({ ...ctx, sql });
    await finish(sql, services, stored, { state: 'SUCCEEDED', code: null });
  });
  return undefined;
}

interface PaymentBody {
  transaction?: { status?: string };
  outcome?: { reasonCode?: string };
  reasonCode?: string;
}

/** Undefined while the processor's response is missing: reconcile-payments looks it up. */
function resultOf(reply: unknown): Result | undefined {
  const { status, body } = reply instanceof Reply ? reply : { status: 200, body: reply };
  const { transaction, outcome, reasonCode } = (body ?? {}) as PaymentBody;
  if (transaction?.status === 'PENDING' && status < 400) return undefined;
  const isDone = status < 400 && transaction?.status !== 'FAILED';
  return { state: isDone ? 'SUCCEEDED' : 'FAILED', code: outcome?.reasonCode ?? reasonCode ?? null };
}

async function finish(
  sql: TenantSql,
  { clock }: Services,
  stored: StoredRequest,
  result: Result,
): Promise<void> {
  if (!(await recordResult(sql, stored, result))) return;
  await writeAuditEvent(sql, {
    at: clock.now(),
    companyId: stored.companyId,
    organisationId: stored.organisationId,
    actorKind: 'system',
    actor: 'approvals',
    ip: '',
    userAgent: '',
    act: 'runApproval',
    objectKind: 'approval',
    objectId: stored.approvalId,
    outcome: result.state === 'SUCCEEDED' ? 'allowed' : `failed: ${result.code ?? 'E100'}`,
    detail: { action: stored.action, object: stored.objectId, for: stored.requestedBy },
    requestId: stored.approvalId,
  });
}

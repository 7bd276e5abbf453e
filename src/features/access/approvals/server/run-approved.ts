import { Problem } from '#shared/problem.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { withAuditContext } from '#server/audit/audit-context.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { loadUserCaller } from '#server/auth/access-store.ts';
import type { Caller } from '#server/auth/caller.ts';
import { unseal } from '#server/auth/seal.ts';
import { addMs, hourMs } from '#server/clock.ts';
import { authoriseRequest } from '#server/guard.ts';
import { type Handler, type RequestInfo, Reply } from '#server/handler.ts';
import { type RawRequest, parsePart, parseRequest } from '#server/http/parse-request.ts';
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
  const handler = services.findApprovable(stored.endpoint);
  if (!handler || handler.kind === 'public') throw new Error(`${stored.endpoint} cannot be approved`);
  const decidedAt = stored.decidedAt ?? now;
  if (handler.kind === 'steps' && decidedAt < addMs(now, -maxAgeMs))
    return { state: 'FAILED', code: 'APPROVAL_TOO_OLD' };
  const caller = await loadRequester(services, stored.requestedBy, now);
  if (!caller) return { state: 'FAILED', code: 'REQUESTER_GONE' };
  const { endpoint } = handler;
  const request = requestOf(stored);
  const text = unseal(services.keys.approval, stored.sealedRequest, stored.approvalId).toString();
  const raw = JSON.parse(text) as RawRequest;
  const path = parsePart(endpoint.path, raw.path, 'path') as Record<string, unknown>;
  const resource = await authoriseRequest(endpoint, path, caller, services, raw.body);
  const parts = parseRequest(endpoint, raw);
  const tenant = <T>(work: (sql: TenantSql) => Promise<T>) =>
    inTenant(services.database, caller.tenantIds, work);
  // A second person has decided.
  const requireApproval = () => Promise.resolve();
  const ctx = { ...parts, caller, resource, request, services, now, inTenant: tenant, requireApproval };
  const act = { endpoint, request, path, caller, resource, line: 'none' as const };
  return withAuditContext(act, () => runHandler(handler, ctx, stored, services));
}

type Runnable = Exclude<Handler, { kind: 'public' }>;
type Context = Parameters<Extract<Handler, { kind: 'steps' }>['run']>[0];

async function runHandler(
  handler: Runnable,
  ctx: Context,
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

/** The requester with the rights of now; undefined when deleted, inactive or locked. */
async function loadRequester(services: Services, userId: string, now: Date): Promise<Caller | undefined> {
  const { database } = services;
  const [user] = await database<{ accessVersion: number }[]>`
    select access_version from app_user where user_id = ${userId} and active and locked_reason is null`;
  return user && loadUserCaller(services, userId, user.accessVersion, now.getTime());
}

/** The request of the portal with its own idempotency key. The session of the requester is not needed. */
function requestOf({ approvalId, requestedFrom }: StoredRequest): RequestInfo {
  return {
    id: approvalId,
    ip: requestedFrom,
    userAgent: '',
    program: 'portal',
    header: (name) => (name === 'idempotency-key' ? `approval-${approvalId}` : undefined),
    cookie: () => undefined,
    signal: new AbortController().signal,
  };
}

import { Problem, problems } from '#shared/problem.ts';
import { isUserId } from '#shared/user-name.ts';
import type { PathOf } from '#shared/define-endpoint.ts';
import type { TenantSql } from '#database/tenant.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import type { HandlerContextWithoutTransaction } from '#server/handler.ts';
import type { approveRequest } from '../endpoints.ts';
import { type StoredRequest, findRequest, recordDecision } from './db/approval-request.ts';
import { mailRequester } from './notify-approval.ts';

type Context = Pick<
  HandlerContextWithoutTransaction<typeof approveRequest>,
  'caller' | 'path' | 'body' | 'request' | 'now'
>;

/** The job takes over later than any request takes. */
const takeOverMs = 2 * minuteMs;

/** Records the decision with its audit event and email. Throws APPROVAL_DECIDED when the request no longer waits. */
export async function decideRequest(
  sql: TenantSql,
  ctx: Context,
  state: 'APPROVED' | 'REJECTED' | 'CANCELLED',
): Promise<StoredRequest> {
  const { caller, path, body, request, now } = ctx;
  const stored = await loadRequest(sql, caller, path);
  if (state === 'CANCELLED') {
    if (stored.askedBy !== caller.id) throw problems.notFound();
  } else {
    if (!mayOn(caller, 'P_APPROVE', stored.path)) throw problems.notFound();
    await requireSecondPerson(sql, caller, stored, now);
  }
  const comment = body.comment === undefined || body.comment === '' ? null : body.comment;
  const runAt = state === 'APPROVED' ? addMs(now, takeOverMs) : null;
  const decision = { state, by: caller, comment, now, runAt };
  if (stored.state !== 'PENDING' || !(await recordDecision(sql, stored, decision)))
    throw new Problem(409, 'APPROVAL_DECIDED', 'approval_decided');
  const acts = { APPROVED: 'approveRequest', REJECTED: 'rejectRequest', CANCELLED: 'cancelRequest' } as const;
  await auditAction(sql, {
    by: { caller, request, now },
    companyId: stored.companyId,
    organisationId: stored.organisationId,
    act: acts[state],
    objectKind: 'approval',
    objectId: stored.approvalId,
    detail: { action: stored.action, object: stored.objectId, askedBy: stored.askedBy, comment },
  });
  if (state !== 'CANCELLED') {
    const result = state === 'APPROVED' ? 'Approved' : 'Rejected';
    await mailRequester(sql, stored, { state: result, by: caller.name, now });
  }
  return stored;
}

/** The request, under a lock until the end of the transaction. */
async function loadRequest(
  sql: TenantSql,
  caller: Caller,
  { approvalId }: PathOf<typeof approveRequest>,
): Promise<StoredRequest> {
  const stored = isUserId(approvalId)
    ? await findRequest(sql, caller.tenantIds, approvalId, true)
    : undefined;
  if (!stored) throw problems.notFound();
  return stored;
}

/** Neither the requester nor a user that the requester created within a day. */
async function requireSecondPerson(
  sql: TenantSql,
  caller: Caller,
  { askedBy }: StoredRequest,
  now: Date,
): Promise<void> {
  const [puppet] = await sql`
    select from app_user
    where user_id = ${caller.id} and created_by = ${askedBy} and created_at > ${now}::timestamptz - interval '1 day'`;
  if (caller.id === askedBy || puppet) throw new Problem(403, 'OWN_APPROVAL', 'own_approval');
}

import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { formatMinor } from '#shared/money.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { type HandlerContextWithoutTransaction, handle, handleWithoutTransaction } from '#server/handler.ts';
import { readCursorPage } from '#server/http/list-cursor.ts';
import type { Services } from '#server/services.ts';
import type { ApprovalView } from '../schemas.ts';
import {
  type StoredRequest,
  countWaiting,
  findRequest,
  recordDecision,
  listRequestsAfter,
} from './approval-request-table.ts';
import { isPuppetOf } from './approval-policy-table.ts';
import { runApproved } from './run-approved.ts';
import { viewPolicy } from './manage-policy.ts';
import { isUserId } from '#shared/user-name.ts';
import type { PathOf } from '#shared/define-endpoint.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import { mailRequester } from './notify-approval.ts';

/** Enough for a number on the home screen. */
const maxCount = 100;

export const getApprovalPolicy = handle(
  endpoints.getApprovalPolicy,
  schemas.getApprovalPolicy,
  ({ sql, caller, path, now }) => viewPolicy(sql, caller, { orgId: path.orgId, now }),
);

export const listApprovals = handle(
  endpoints.listApprovals,
  schemas.listApprovals,
  async ({ sql, caller, resource, query, now }) => {
    const place = { caller, path: resource.path };
    const { rows, nextCursor } = await readCursorPage({
      query,
      isId: (text) => /^[0-9a-f-]{36}$/.test(text),
      load: (after, limit) => listRequestsAfter(sql, place, query.state, after, limit),
      readPosition: ({ place: at, approvalId }) => ({ at, id: approvalId }),
    });
    return { items: rows.map((row) => toView(row, caller, now)), nextCursor };
  },
);

export const countApprovals = handle(
  endpoints.countApprovals,
  schemas.countApprovals,
  async ({ sql, caller, resource, now }) => ({
    waiting: (await countWaiting(sql, { caller, path: resource.path }, { now, max: maxCount })).number,
  }),
);

/** The decision is committed first. When this process dies after it, the job runs the request. */
export const approveRequest = handleWithoutTransaction<typeof endpoints.approveRequest, Services>(
  endpoints.approveRequest,
  schemas.approveRequest,
  async (ctx) => {
    const { services, inTenant, caller, now } = ctx;
    const stored = await inTenant((sql) => decideRequest(sql, ctx, 'APPROVED'));
    await runApproved(services, stored).catch((error: unknown) =>
      services.log.error({ err: error, approvalId: stored.approvalId }, 'approved request not run yet'),
    );
    return inTenant((sql) => viewRequest(sql, caller, stored.approvalId, now));
  },
);

export const rejectRequest = handle(endpoints.rejectRequest, schemas.rejectRequest, async (ctx) => {
  const { approvalId } = await decideRequest(ctx.sql, ctx, 'REJECTED');
  return viewRequest(ctx.sql, ctx.caller, approvalId, ctx.now);
});

export const cancelRequest = handle(endpoints.cancelRequest, schemas.cancelRequest, async (ctx) => {
  const { approvalId } = await decideRequest(ctx.sql, ctx, 'CANCELLED');
  return viewRequest(ctx.sql, ctx.caller, approvalId, ctx.now);
});

async function viewRequest(
  sql: TenantSql,
  caller: Caller,
  approvalId: string,
  now: Date,
): Promise<ApprovalView> {
  const stored = await findRequest(sql, caller.tenantIds, approvalId);
  if (!stored) throw problems.notFound();
  return toView(stored, caller, now);
}

function toView(stored: StoredRequest, caller: Caller, now: Date): ApprovalView {
  const { amountMinor, currency, requestedBy, path, endsAt } = stored;
  const isOver = stored.state === 'PENDING' && endsAt <= now;
  const isOwn = requestedBy === caller.id;
  return {
    approvalId: stored.approvalId,
    action: stored.action,
    // The job records the end a little later.
    state: isOver ? 'EXPIRED' : stored.state,
    organisationId: stored.organisationId,
    organisationName: stored.organisationName,
    amount:
      amountMinor === null || currency === null
        ? null
        : { amount: formatMinor(amountMinor, currency), currency },
    objectId: stored.objectId,
    objectName: stored.objectName,
    refundReason: stored.refundReason,
    refundNote: stored.refundNote,
    requestedBy: stored.requestedByName,
    isOwn,
    mayDecide: stored.state === 'PENDING' && !isOver && !isOwn && mayOn(caller, 'P_APPROVE', path),
    requestedAt: stored.requestedAt.toISOString(),
    endsAt: endsAt.toISOString(),
    decidedBy: stored.decidedByName,
    decidedAt: stored.decidedAt?.toISOString() ?? null,
    comment: stored.comment,
    resultCode: stored.resultCode,
  };
}

type Context = Pick<
  HandlerContextWithoutTransaction<typeof endpoints.approveRequest>,
  'caller' | 'path' | 'body' | 'request' | 'now'
>;

/** The job takes over later than any request takes. */
const takeOverMs = 2 * minuteMs;

/** Records the decision with its audit event and email. Throws APPROVAL_DECIDED when the request no longer waits. */
async function decideRequest(
  sql: TenantSql,
  ctx: Context,
  state: 'APPROVED' | 'REJECTED' | 'CANCELLED',
): Promise<StoredRequest> {
  const { caller, path, body, request, now } = ctx;
  const stored = await loadRequest(sql, caller, path);
  if (state === 'CANCELLED') {
    if (stored.requestedBy !== caller.id) throw problems.notFound();
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
    detail: { action: stored.action, object: stored.objectId, requestedBy: stored.requestedBy, comment },
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
  { approvalId }: PathOf<typeof endpoints.approveRequest>,
): Promise<StoredRequest> {
  const stored = isUserId(approvalId)
    ? await findRequest(sql, caller.tenantIds, approvalId, true)
    : undefined;
  if (!stored) throw problems.notFound();
  return stored;
}

/** Neither the requester nor a user whose account the requester may have opened within a day. */
async function requireSecondPerson(
  sql: TenantSql,
  caller: Caller,
  { requestedBy }: StoredRequest,
  now: Date,
): Promise<void> {
  if (await isPuppetOf(sql, caller.id, requestedBy, now))
    throw new Problem(403, 'OWN_APPROVAL', 'own_approval');
}

// Longer handlers are in separate files.
export { saveApprovalPolicy } from './save-approval-policy.ts';

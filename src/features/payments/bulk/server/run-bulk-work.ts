import { inTenant } from '#database/tenant.ts';
import { Problem } from '#shared/problem.ts';
import { withAuditContext } from '#server/audit/audit-context.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { ApprovalNeeded } from '#server/auth/require-approval.ts';
import { addMs, hourMs, secondMs } from '#server/clock.ts';
import {
  type LaterContext,
  type RunnableHandler,
  contextForUser,
  laterRequest,
} from '#server/context-for-user.ts';
import { Reply } from '#server/handler.ts';
import { type Job, runDueWork } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import {
  type ItemResult,
  type LeasedItem,
  type RunningItem,
  beginItem,
  leaseItems,
  lockRunning,
  recordResult,
} from './bulk-table.ts';

/** A dead worker’s items wait this long. Taking over a slow one is safe: it waits for the same key. */
const leaseMs = 30 * secondMs;
/** Idempotency keys are kept for a day. An attempt that old could move money twice. */
const maxAgeMs = 12 * hourMs;

/**
 * Runs the items of bulk work through the endpoints of the single actions, with the rights that their user has now. Running an
 * item again is safe: money moves under the item's own idempotency key, and other changes are made in the transaction of the result.
 */
export const runBulkWork: Job = {
  name: 'run-bulk-work',
  everySeconds: 1,
  ofCompany: {
    waiting: [{ table: 'bulk_item', column: 'run_at', open: 'true' }],
  },
  run: (services, callWorkers) =>
    runDueWork({
      lease: (limit) => lease(services, limit),
      run: (item) => tryRun(services, item),
      callWorkers,
    }),
};

function lease({ database, clock }: Services, limit: number): Promise<LeasedItem[]> {
  const now = clock.now();
  return inTenant(database, 'all-tenants', (sql) =>
    leaseItems(sql, { now, until: addMs(now, leaseMs), limit }),
  );
}

/** After an unexpected failure the lease expires, and another run tries again under the same key. */
async function tryRun(services: Services, leased: LeasedItem): Promise<void> {
  const { companyId, jobId, position } = leased;
  try {
    const item = await inTenant(services.database, [companyId], (sql) => beginItem(sql, leased));
    if (item) await runItem(services, item);
  } catch (error) {
    services.log.error({ err: error, jobId, position }, 'bulk item not run yet');
  }
}

async function runItem(services: Services, item: RunningItem): Promise<void> {
  const record = (result: ItemResult, isAudited = false) =>
    inTenant(services.database, [item.companyId], async (sql) => {
      const now = services.clock.now();
      const isRecorded = await recordResult(sql, item, result, now);
      if (isRecorded && isAudited) await auditRefusal(sql, item, String(result.code), now);
    });
  // Its result may be that of a request whose key is gone. A new attempt could move the money again.
  if (item.queuedAt < addMs(services.clock.now(), -maxAgeMs)) {
    await record({ state: item.hasBegun ? 'UNKNOWN' : 'FAILED', code: 'BULK_TOO_OLD' }, true);
    return;
  }
  try {
    const result = await runRequest(services, item);
    if (result) await record(result);
  } catch (error) {
    // Rolled back and final: the rights or the state have changed.
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 429) throw error;
    await record({ state: 'FAILED', code: error.code }, true);
  }
}

/** Undefined: the result is recorded already. */
async function runRequest(services: Services, item: RunningItem): Promise<ItemResult | undefined> {
  const handler = services.findHandler(item.endpoint);
  if (!handler || handler.kind === 'public') throw new Error(`${item.endpoint} cannot run later`);
  const { jobId, position, attempt } = item;
  const raw = { ...item.request, query: {} };
  const later = await contextForUser(services, handler, {
    userId: item.userId,
    raw,
    request: laterRequest(jobId, item.requestedFrom, `bulk-${jobId}-${position}-${attempt}`),
    requireApproval: (asked) => (sql, summary) => services.approvalGate.require(sql, asked, summary),
  });
  if (!later) throw new Problem(403, 'REQUESTER_GONE', 'forbidden_error');
  const { ctx, act } = later;
  return withAuditContext(act, async () => {
    try {
      return await runHandler(handler, ctx, item);
    } catch (error) {
      if (!(error instanceof ApprovalNeeded)) throw error;
      const { body } = await services.approvalGate.store(ctx, error, raw);
      const { approvalId } = body as { approvalId: string };
      return { state: 'PENDING_APPROVAL', code: null, approvalId };
    }
  });
}

async function runHandler(
  handler: RunnableHandler,
  ctx: LaterContext,
  item: RunningItem,
): Promise<ItemResult | undefined> {
  if (handler.kind === 'steps') return resultOf(await handler.run(ctx));
  await ctx.inTenant(async (sql) => {
    if (!(await lockRunning(sql, item))) return;
    const result = resultOf(await handler.run({ ...ctx, sql }));
    await recordResult(sql, item, result, ctx.now);
  });
  return undefined;
}

interface PaymentBody {
  transaction?: { status?: string; transactionId?: string };
  outcome?: { reasonCode?: string };
  reasonCode?: string;
}

/** PROCESSING: the processor decides later, and the settlement of the follow-up has the result. */
function resultOf(reply: unknown): ItemResult {
  const { status, body } = reply instanceof Reply ? reply : { status: 200, body: reply };
  const { transaction, outcome, reasonCode } = (body ?? {}) as PaymentBody;
  const code = outcome?.reasonCode ?? reasonCode ?? null;
  const resultId = transaction?.transactionId;
  if (status >= 400 || transaction?.status === 'FAILED') return { state: 'FAILED', code, resultId };
  return { state: transaction?.status === 'PENDING' ? 'PROCESSING' : 'DONE', code, resultId };
}

/** A refusal of the handler has its own event. */
const auditRefusal = (
  sql: Parameters<typeof writeAuditEvent>[0],
  item: RunningItem,
  code: string,
  at: Date,
): Promise<void> =>
  writeAuditEvent(sql, {
    at,
    companyId: item.companyId,
    organisationId: item.installationId,
    actorKind: 'user',
    actor: item.userId,
    ip: item.requestedFrom,
    userAgent: '',
    act: item.endpoint,
    objectKind: item.endpoint.endsWith('SmartLink') ? 'smartLink' : 'transaction',
    objectId: item.objectId,
    outcome: `refused: ${code}`,
    requestId: item.jobId,
  });

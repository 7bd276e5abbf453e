import { formatMinor } from '#shared/money.ts';
import { type OpenDispute, loadOpenDisputes } from '#features/payments/payments/server/db/open-disputes.ts';
import { findChargeIds } from '#features/payments/payments/server/db/transactions.ts';
import { problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { Caller } from '#server/auth/caller.ts';
import { requireStepUp } from '#server/auth/step-up.ts';
import { handle, handleWithoutTransaction } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { BulkItem, BulkJob } from '../schemas.ts';
import { isOpen, isRetryable } from '../bulk-work.ts';
import {
  type ListedItem,
  type StateCount,
  type StoredJob,
  countStates,
  findJob,
  insertJob,
  listItems,
  listJobs,
  retryItems,
  stopItems,
} from './bulk-table.ts';
import { confirmedRequest, reviewItems, sumItems, toSums } from './review-items.ts';

/** The most jobs of the list. */
const maxListed = 20;

export const reviewBulkWork = handleWithoutTransaction<typeof endpoints.reviewBulkWork, Services>(
  endpoints.reviewBulkWork,
  schemas.reviewBulkWork,
  async (ctx) => {
    const items = await reviewItems(ctx, ctx.body);
    return { items: items.map((item) => toSubject(item)), sums: toSums(items) };
  },
);

export const startBulkWork = handleWithoutTransaction<typeof endpoints.startBulkWork, Services>(
  endpoints.startBulkWork,
  schemas.startBulkWork,
  async (ctx) => {
    const { body, caller, request, now, inTenant } = ctx;
    const { action, jobId } = body;
    const known = await inTenant((sql) => findOwn(sql, caller, jobId, false));
    if (known) return inTenant((sql) => viewJob(sql, caller, known));
    const items = (await reviewItems(ctx, body)).filter(({ code }) => code === null);
    const sums = toSums(items);
    const isAsReviewed = JSON.stringify(sums) === JSON.stringify(body.sums) && items.length === body.number;
    if (!isAsReviewed) throw problems.versionConflict('BULK_CHANGED', 'bulk_changed');
    if (action === 'REFUND') await confirmRefunds(ctx, items);
    const userId = caller.id;
    const job = { jobId, userId, action, requestedFrom: request.ip, createdAt: now, items: items.length };
    const stored = items.map(({ code: _code, dispute: _dispute, ...item }, position) => ({
      companyId: item.companyId,
      position,
      objectId: item.objectId,
      installationId: item.installationId,
      merchRef: item.merchRef,
      amountMinor: item.amountMinor,
      currency: item.currency,
      endpoint: item.endpoint,
      request: confirmedRequest(action, item, body),
    }));
    return inTenant(async (sql) => {
      if (!(await insertJob(sql, job, stored))) {
        const other = await findOwn(sql, caller, jobId, true);
        return viewJob(sql, caller, other);
      }
      await auditJob(sql, ctx, endpoints.startBulkWork.name, job, { number: items.length, sums });
      return viewJob(sql, caller, job);
    });
  },
);

export const listBulkJobs = handle(
  endpoints.listBulkJobs,
  schemas.listBulkJobs,
  async ({ sql, caller, now }) => {
    const jobs = await listJobs(sql, caller.id, now, maxListed);
    const counts = await countStates(
      sql,
      caller.tenantIds,
      jobs.map(({ jobId }) => jobId),
    );
    return { jobs: jobs.map((job) => toJob(job, counts)) };
  },
);

export const getBulkJob = handle(endpoints.getBulkJob, schemas.getBulkJob, async ({ sql, caller, path }) =>
  viewWhole(sql, caller, await findOwn(sql, caller, path.jobId, true)),
);

export const stopBulkJob = handle(endpoints.stopBulkJob, schemas.stopBulkJob, async (ctx) => {
  const { sql, caller, path, now } = ctx;
  const job = await findOwn(sql, caller, path.jobId, true);
  const number = await stopItems(sql, caller.tenantIds, job.jobId, now);
  await auditJob(sql, ctx, endpoints.stopBulkJob.name, job, { number });
  return viewWhole(sql, caller, job);
});

export const retryBulkJob = handle(endpoints.retryBulkJob, schemas.retryBulkJob, async (ctx) => {
  const { sql, caller, path, now } = ctx;
  const job = await findOwn(sql, caller, path.jobId, true);
  const items = await listItems(sql, caller.tenantIds, job.jobId, true);
  const again = items.filter(({ state }) => isRetryable(state));
  if (job.action === 'REFUND') await confirmRefunds(ctx, again);
  await retryItems(sql, job.jobId, again, now);
  await auditJob(sql, ctx, endpoints.retryBulkJob.name, job, { number: again.length });
  return viewWhole(sql, caller, job);
});

/** A job of the caller; of other users 404, also to those who may see the same payments. */
async function findOwn(sql: TenantSql, caller: Caller, jobId: string, mustExist: true): Promise<StoredJob>;
async function findOwn(
  sql: TenantSql,
  caller: Caller,
  jobId: string,
  mustExist: boolean,
): Promise<StoredJob | undefined>;
async function findOwn(sql: TenantSql, caller: Caller, jobId: string, mustExist: boolean) {
  const job = await findJob(sql, jobId.toLowerCase());
  if (job ? job.userId !== caller.id : mustExist) throw problems.notFound();
  return job;
}

/** The sum of each currency counts, so that many small refunds are no way around the amount of the policy. */
async function confirmRefunds(
  ctx: Parameters<typeof requireStepUp>[1],
  items: readonly Pick<ListedItem, 'amountMinor' | 'currency'>[],
): Promise<void> {
  for (const { minor, currency } of sumItems(items.map((item) => ({ ...item, code: null }))))
    await requireStepUp({ refund: { minor, currency } }, ctx);
}

async function viewJob(sql: TenantSql, caller: Caller, job: StoredJob): Promise<BulkJob> {
  return toJob(job, await countStates(sql, caller.tenantIds, [job.jobId]));
}

async function viewWhole(sql: TenantSql, caller: Caller, job: StoredJob) {
  const items = await listItems(sql, caller.tenantIds, job.jobId);
  const disputes =
    job.action === 'REFUND' ? await disputesOf(sql, caller, items) : new Map<string, OpenDispute>();
  return {
    ...(await viewJob(sql, caller, job)),
    items: items.map((item) => toItem({ ...item, dispute: disputes.get(item.objectId) ?? null })),
  };
}

/** The open disputes of refunded payments, by the id of the selection. */
async function disputesOf(
  sql: TenantSql,
  { tenantIds }: Caller,
  items: readonly ListedItem[],
): Promise<Map<string, OpenDispute>> {
  const ids = items.map(({ objectId }) => objectId);
  const charges = await findChargeIds(sql, tenantIds, ids);
  const disputes = await loadOpenDisputes(
    sql,
    tenantIds,
    charges.map(({ chargeId }) => chargeId),
  );
  return new Map(
    charges.flatMap(({ txnId, chargeId }) => {
      const dispute = disputes.find((one) => one.txnId === chargeId);
      return dispute ? [[String(txnId), dispute] as const] : [];
    }),
  );
}

function toJob({ jobId, action, createdAt }: StoredJob, all: readonly StateCount[]): BulkJob {
  const counts = all.filter((count) => count.jobId === jobId);
  const ends = counts.map(({ endedAt }) => endedAt?.getTime() ?? 0);
  const isRunning = counts.some(({ state }) => isOpen(state));
  return {
    jobId,
    action,
    createdAt: createdAt.toISOString(),
    endedAt: isRunning || ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString(),
    total: counts.reduce((sum, { number }) => sum + number, 0),
    states: Object.fromEntries(counts.map(({ state, number }) => [state, number])),
  };
}

interface Subject {
  objectId: string;
  merchRef: string | null;
  amountMinor: number | null;
  currency: string | null;
  code: string | null;
  dispute: Pick<OpenDispute, 'stage' | 'status'> | null;
}

const toSubject = ({ objectId, merchRef, amountMinor, currency, code, dispute }: Subject) => ({
  id: objectId,
  merchantRef: merchRef,
  amount: amountMinor === null || currency === null ? null : formatMinor(amountMinor, currency),
  ccyCode: currency,
  code,
  dispute: dispute && { stage: dispute.stage, status: dispute.status },
});

const toItem = (item: ListedItem & Pick<Subject, 'dispute'>): BulkItem => ({
  ...toSubject(item),
  position: item.position,
  state: item.state,
  resultId: item.resultId,
  approvalId: item.approvalId,
});

const auditJob = (
  sql: TenantSql,
  { caller, request, now }: Parameters<typeof auditAction>[1]['by'],
  act: string,
  { jobId, action }: Pick<StoredJob, 'jobId' | 'action'>,
  detail: object,
): Promise<void> =>
  auditAction(sql, {
    by: { caller, request, now },
    act,
    objectKind: 'bulkJob',
    objectId: jobId,
    detail: { action, ...detail },
  });

import { Problem, problems } from '#shared/problem.ts';
import { inTenant } from '#database/tenant.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { OrganisationResource } from '#server/auth/authorized-resource.ts';
import type { Caller } from '#server/auth/caller.ts';
import { type HandlerContext, Download, handle } from '#server/handler.ts';
import { fileKinds } from '#server/file/file-kinds.ts';
import type { Services } from '#server/services.ts';
import type { MerchantScope } from '#features/record/reporting/server/merchant-scope.ts';
import { resolveScope } from '#features/record/reporting/server/search.ts';
import { findVisibleView } from '#features/reports/views/server/view-table.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { ScheduledFile, Subscription } from '../schemas.ts';
import { maxSubscriptions } from '../file-limits.ts';
import { isSchedule, nextDue } from '../schedule.ts';
import * as db from './scheduled-file-table.ts';

/** Files belong to users of a company. */
function companyOf(caller: Caller, { companyId }: OrganisationResource): number {
  if (caller.kind !== 'user') throw problems.forbidden();
  if (companyId === null) throw problems.notFound();
  return companyId;
}

/** All that are kept: 20 subscriptions for 30 days, the deleted ones aside. */
const maxListed = 600;

export const listScheduledFiles = handle(
  endpoints.listScheduledFiles,
  schemas.listScheduledFiles,
  async ({ sql, caller, resource }) => {
    if (caller.kind !== 'user') throw problems.forbidden();
    const { companyId } = resource;
    if (companyId === null) return { subscriptions: [], files: [] };
    const subscriptions = await db.listSubscriptions(sql, companyId, caller.id);
    const files = await db.listFiles(sql, companyId, caller.id, maxListed);
    return { subscriptions: subscriptions.map(toSubscription), files: files.map(toFile) };
  },
);

function toSubscription(row: db.StoredSubscription): Subscription {
  const { viewName, name, organisationName, frequency, day, hour, timeZone, period, format } = row;
  return {
    id: String(row.subscriptionId),
    viewId: String(row.viewId),
    viewName,
    name,
    organisationName,
    frequency,
    day,
    hour,
    timeZone,
    period,
    format,
    endReason: row.endReason,
    isPaused: row.pausedAt !== null,
    version: row.version,
    nextDueAt: row.nextDueAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

const toFile = (row: db.StoredFile): ScheduledFile => ({
  id: String(row.fileId),
  viewName: row.viewName,
  organisationName: row.organisationName,
  dueAt: row.dueAt.toISOString(),
  state: row.state,
  failure: row.failure,
  fileName: row.fileName,
  bytes: row.bytes,
  rows: row.manifest?.rows ?? null,
});

export const subscribeToView = handle(endpoints.subscribeToView, schemas.subscribeToView, async (ctx) => {
  const { sql, caller, resource, body, now } = ctx;
  const companyId = companyOf(caller, resource);
  requireSchedule(body);
  const { viewId, ...schedule } = body;
  const view = await findView(ctx, companyId, viewId);
  await db.lockSubscriptions(sql, companyId, caller.id);
  const existing = await db.listSubscriptions(sql, companyId, caller.id);
  if (existing.filter(({ endedAt }) => endedAt === null).length >= maxSubscriptions)
    throw new Problem(409, 'SUBSCRIPTION_LIMIT', 'subscription_limit');
  const subscriptionId = await db.insertSubscription(
    sql,
    {
      ...schedule,
      companyId,
      viewId: view.viewId,
      viewName: view.name,
      userId: caller.id,
      organisationId: resource.organisationId,
      nextDueAt: nextDue(schedule, now),
    },
    now,
  );
  const stored = await db.findSubscription(sql, companyId, subscriptionId);
  if (!stored) throw new Error('the subscription vanished');
  const subscription = toSubscription(stored);
  const { nextDueAt: _next, ...after } = subscription;
  await audit(ctx, 'subscribeToView', { kind: 'subscription', id: subscription.id }, { before: {}, after });
  return subscription;
});

export const changeSubscription = handle(
  endpoints.changeSubscription,
  schemas.changeSubscription,
  async (ctx) => {
    const { sql, caller, resource, path, body, now } = ctx;
    const companyId = companyOf(caller, resource);
    requireSchedule(body);
    const stored = await db.lockSubscription(sql, companyId, caller.id, Number(path.subscriptionId));
    if (!stored) throw problems.notFound();
    if (stored.version !== body.version) throw problems.versionConflict('SUBSCRIPTION_CHANGED');
    if (stored.endedAt !== null) throw new Problem(409, 'SUBSCRIPTION_ENDED', 'subscription_ended');
    const { viewId, isPaused, version: _, ...schedule } = body;
    const view =
      viewId === String(stored.viewId)
        ? { viewId: stored.viewId, name: stored.viewName }
        : await findView(ctx, companyId, viewId);
    await db.updateSubscription(sql, stored, {
      ...schedule,
      viewId: view.viewId,
      viewName: view.name,
      pausedAt: isPaused ? (stored.pausedAt ?? now) : null,
      // Times that passed while it was paused get no file.
      nextDueAt: nextDue(schedule, now),
    });
    const changed = await db.findSubscription(sql, companyId, stored.subscriptionId);
    if (!changed) throw new Error('the subscription vanished');
    const { nextDueAt: _next, ...after } = toSubscription(changed);
    const { nextDueAt: _before, ...before } = toSubscription(stored);
    await audit(
      ctx,
      'changeSubscription',
      { kind: 'subscription', id: path.subscriptionId },
      { before, after },
    );
    return toSubscription(changed);
  },
);

export const endSubscription = handle(endpoints.endSubscription, schemas.endSubscription, async (ctx) => {
  const { sql, caller, resource, path } = ctx;
  const companyId = companyOf(caller, resource);
  const { subscriptionId: id } = path;
  if (!(await db.removeSubscription(sql, companyId, caller.id, Number(id)))) throw problems.notFound();
  await audit(ctx, 'endSubscription', { kind: 'subscription', id }, {});
  return undefined;
});

export const downloadScheduledFile = handle<typeof endpoints.downloadScheduledFile, Services>(
  endpoints.downloadScheduledFile,
  schemas.downloadScheduledFile,
  async (ctx) => {
    const { file, manifest } = await loadReadable(ctx);
    const { name, sha256, format } = manifest.file;
    await audit(
      ctx,
      'downloadScheduledFile',
      { kind: 'scheduledFile', id: ctx.path.fileId },
      {
        detail: { rows: manifest.rows, sha256 },
      },
    );
    return new Download(name, fileKinds[format].contentType, readParts(ctx.services, file));
  },
);

export const downloadManifest = handle<typeof endpoints.downloadManifest, Services>(
  endpoints.downloadManifest,
  schemas.downloadManifest,
  async (ctx) => {
    const { manifest } = await loadReadable(ctx);
    await audit(
      ctx,
      'downloadManifest',
      { kind: 'scheduledFile', id: ctx.path.fileId },
      {
        detail: { sha256: manifest.file.sha256 },
      },
    );
    return new Download(
      `${manifest.file.name}.manifest.json`,
      'application/json; charset=utf-8',
      yieldOnce(`${JSON.stringify(manifest, undefined, 2)}\n`),
    );
  },
);

type FileContext = HandlerContext<typeof endpoints.downloadScheduledFile, Services>;

/** A finished file of the caller, who may still see all of it. Throws 404 and 403. */
async function loadReadable({ sql, caller, resource, path, services }: FileContext) {
  const companyId = companyOf(caller, resource);
  const file = await db.findFile(sql, companyId, caller.id, Number(path.fileId));
  if (!file?.manifest || !file.request || !file.scope) throw problems.notFound();
  const scope = await resolveScope({ services, caller }, file.request);
  if (!covers(scope, file.scope)) throw problems.forbidden();
  return { file, manifest: file.manifest };
}

/** Whether a scope has every merchant of another one. */
function covers(scope: MerchantScope, other: MerchantScope): boolean {
  const hasAll = (own: readonly number[] | undefined, needed: readonly number[] | undefined): boolean =>
    own === undefined || (needed?.every((id) => own.includes(id)) ?? false);
  return (
    other.tenantIds.every((id) => scope.tenantIds.includes(id)) &&
    hasAll(scope.merchants, other.merchants) &&
    hasAll(scope.installations, other.installations) &&
    hasAll(scope.wholeMerchants, other.wholeMerchants)
  );
}

/** A part at a time: neither memory nor a transaction waits for a slow reader. */
async function* readParts(
  { database }: Services,
  file: Pick<db.StoredFile, 'companyId' | 'fileId'>,
): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const part = await inTenant(database, [file.companyId], (sql) => db.readPart(sql, file, position));
    if (!part) return;
    yield part;
  }
}

async function* yieldOnce(text: string): AsyncGenerator<string> {
  yield text;
}

type Asking = Pick<HandlerContext<unknown>, 'sql' | 'caller'> & { resource: OrganisationResource };

async function findView({ sql, caller, resource }: Asking, companyId: number, viewId: string) {
  const reader = { companyId, userId: caller.id, path: resource.path };
  const view = await findVisibleView(sql, reader, Number(viewId));
  if (!view) throw problems.notFound();
  return view;
}

function requireSchedule({ timeZone, ...when }: Parameters<typeof isSchedule>[0] & { timeZone: string }) {
  if (!isSchedule(when)) throw problems.invalid('body.day');
  try {
    Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw problems.invalid('body.timeZone');
  }
}

type AuditContext = Pick<HandlerContext<unknown>, 'sql' | 'caller' | 'request' | 'now'> & {
  resource: OrganisationResource;
};

function audit(
  { sql, caller, request, now, resource }: AuditContext,
  act: string,
  { kind, id }: { kind: string; id: string },
  change: { before?: object; after?: object; detail?: object },
): Promise<void> {
  return auditAction(sql, {
    by: { caller, request, now },
    companyId: resource.companyId,
    organisationId: resource.organisationId,
    act,
    objectKind: kind,
    objectId: id,
    ...change,
  });
}

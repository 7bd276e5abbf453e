import { Problem, problems } from '#shared/problem.ts';
import { hasPermissionAnywhere } from '#shared/scoped-permission.ts';
import { sqlState } from '#database/sql-state.ts';
import type { TenantSql } from '#database/tenant.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { OrganisationResource } from '#server/auth/authorized-resource.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { type HandlerContext, handle } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { permissionsFor, runCountUpTo } from '#features/record/reporting/server/search.ts';
import { transactionField } from '#features/record/reporting/fields/transaction-fields.ts';
import { parseZone } from '#features/record/reporting/server/report-zone.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { TransactionView } from '../schemas.ts';
import { readColumnFilters } from '#features/record/reporting/filters/filter-params.ts';
import { offeredSearchFields } from '#features/record/reporting/filters/search-field.ts';
import { readSearchParams } from '#features/reports/transactions/search-params.ts';
import { type ViewParams, isViewParams } from '../view-address.ts';
import { maxOwnViews, maxPinned, maxSharedViews, maxViewCount } from '../view-limits.ts';
import { buildViewRequest } from '../view-request.ts';
import * as db from './view-table.ts';
import { onCardOf } from './on-card-of.ts';

/** Who administers shared views of others. */
const administering = 'P_MANAGE_PORTAL_USER';

/** Views belong to users: no API key has any. Undefined above companies. */
function readerOf(caller: Caller, { companyId, path }: OrganisationResource): db.Reader | undefined {
  if (caller.kind !== 'user') throw problems.forbidden();
  return companyId === null ? undefined : { companyId, path, userId: caller.id };
}

type Reading = Pick<HandlerContext<unknown, Services>, 'caller' | 'services'>;

const mayDelete = (caller: Caller, view: db.StoredView): boolean =>
  view.ownerId === caller.id || (view.isShared && mayOn(caller, administering, view.organisationPath));

function toView({ caller, services }: Reading, view: db.StoredView): TransactionView {
  return {
    id: String(view.viewId),
    name: view.name,
    params: { ...view.params },
    columns: view.columns.filter((column) => maySee(caller, column)),
    isShared: view.isShared,
    isOwn: view.ownerId === caller.id,
    ownerName: view.ownerName,
    organisationName: view.organisationName,
    isPinned: view.isPinned,
    mayOpen: maySearch(caller, view.params, services.config.reports),
    mayDelete: mayDelete(caller, view),
    schedules: view.schedules,
    version: view.version,
  };
}

function maySee(caller: Caller, column: string): boolean {
  const field = transactionField(column);
  if (!field) return false;
  const needs = permissionsFor(caller, field);
  return needs === undefined || needs.some((name) => hasPermissionAnywhere(caller.held, name));
}

/** Whether the caller may use every filter. */
function maySearch(caller: Caller, params: ViewParams, isWarehouse: boolean): boolean {
  const { searchField, ...search } = readSearchParams(params);
  const offered = offeredSearchFields({
    isWarehouse,
    may: (...names) => names.some((name) => hasPermissionAnywhere(caller.held, name)),
  });
  return (
    (searchField === undefined || offered.includes(searchField)) &&
    Object.keys(readColumnFilters(search)).every((field) => maySee(caller, field))
  );
}

export const listViews = handle<typeof endpoints.listViews, Services>(
  endpoints.listViews,
  schemas.listViews,
  async (ctx) => {
    const { sql, caller, resource } = ctx;
    const reader = readerOf(caller, resource);
    const views = reader ? await db.listVisibleViews(sql, reader) : [];
    return { views: views.map((view) => toView(ctx, view)), maySave: reader !== undefined };
  },
);

export const createView = handle<typeof endpoints.createView, Services>(
  endpoints.createView,
  schemas.createView,
  async (ctx) => {
    const { sql, caller, resource, now } = ctx;
    const { isPinned, ...content } = ctx.body;
    const reader = readerOf(caller, resource);
    if (!reader) throw problems.invalid('path.orgId');
    requireSearch(caller, content);
    await db.lockViews(sql, reader.companyId);
    await requireRoom(sql, reader, { isNew: true, isShared: content.isShared });
    const { companyId } = reader;
    const { organisationId } = resource;
    const viewId = await db.insertView(sql, {
      ...content,
      companyId,
      organisationId,
      ownerId: caller.id,
      ownerName: caller.name,
      now,
    });
    if (isPinned) await pin(sql, reader, viewId, now);
    const view = await findView(sql, reader, viewId);
    await auditView(ctx, 'createView', view, { after: described(view) });
    return toView(ctx, view);
  },
);

export const changeView = handle<typeof endpoints.changeView, Services>(
  endpoints.changeView,
  schemas.changeView,
  async (ctx) => {
    const { sql, caller, resource, path, now } = ctx;
    const { version, ...content } = ctx.body;
    const reader = requireReader(caller, resource);
    requireSearch(caller, content);
    await db.lockViews(sql, reader.companyId);
    const view = await findView(sql, reader, Number(path.viewId));
    if (view.ownerId !== caller.id) throw problems.forbidden();
    if (view.version !== version) throw problems.versionConflict('VIEW_CHANGED');
    if (content.isShared && !view.isShared) await requireRoom(sql, reader, { isNew: false, isShared: true });
    await db.updateView(sql, view, content, now);
    const changed = await findView(sql, reader, view.viewId);
    await auditView(ctx, 'changeView', view, { before: described(view), after: described(changed) });
    return toView(ctx, changed);
  },
);

export const deleteView = handle(endpoints.deleteView, schemas.deleteView, async (ctx) => {
  const { sql, caller, resource, path } = ctx;
  const view = await findView(sql, requireReader(caller, resource), Number(path.viewId));
  if (!mayDelete(caller, view)) throw problems.forbidden();
  await db.removeView(sql, view);
  await auditView(ctx, 'deleteView', view, { before: described(view) });
  return undefined;
});

export const pinView = handle<typeof endpoints.pinView, Services>(
  endpoints.pinView,
  schemas.pinView,
  async (ctx) => {
    const { sql, caller, resource, path, body, now } = ctx;
    const reader = requireReader(caller, resource);
    await db.lockViews(sql, reader.companyId);
    const view = await findView(sql, reader, Number(path.viewId));
    if (body.isPinned) await pin(sql, reader, view.viewId, now);
    else await db.removePin(sql, reader, view.viewId);
    return toView(ctx, { ...view, isPinned: body.isPinned });
  },
);

/** A view that takes longer shows no count. */
const maxCountMs = 800;

export const countPinnedViews = handle<typeof endpoints.countPinnedViews, Services>(
  endpoints.countPinnedViews,
  schemas.countPinnedViews,
  async (ctx) => {
    const { sql, caller, resource, body, now } = ctx;
    const timeZone = parseZone(body.timezone);
    const reader = readerOf(caller, resource);
    const views = reader ? await db.listPinnedViews(sql, reader) : [];
    const counts: { id: string; count: number | null }[] = [];
    for (const view of views.slice(0, maxPinned)) {
      const { request, sameCardOf } = buildViewRequest(view.params, {
        columns: ['txn_id'],
        orgId: resource.organisationId,
        now,
        timeZone,
        limit: 1,
      });
      const count = await sql
        .savepoint(async (part) => {
          await part.unsafe(`set local statement_timeout = ${maxCountMs}`);
          const narrowed =
            sameCardOf === undefined ? request : await onCardOf(part, caller, request, sameCardOf);
          return runCountUpTo({ ...ctx, sql: part }, narrowed, maxViewCount);
        })
        .catch(countFailure);
      counts.push({ id: String(view.viewId), count });
    }
    return { counts };
  },
);

/** Null for a search that the caller may not run, and for one that takes too long. */
function countFailure(error: unknown): null {
  if (error instanceof Problem || sqlState(error) === '57014') return null;
  throw error;
}

function requireReader(caller: Caller, resource: OrganisationResource): db.Reader {
  const reader = readerOf(caller, resource);
  if (!reader) throw problems.notFound();
  return reader;
}

async function findView(sql: TenantSql, reader: db.Reader, viewId: number): Promise<db.StoredView> {
  const view = await db.findVisibleView(sql, reader, viewId);
  if (!view) throw problems.notFound();
  return view;
}

/** What is saved opens unchanged, and its owner may see its columns. */
function requireSearch(
  caller: Caller,
  { params, columns }: Pick<db.ViewContent, 'params' | 'columns'>,
): void {
  if (!isViewParams(params)) throw problems.invalid('body.params');
  const isList = new Set(columns).size === columns.length;
  if (!isList || !columns.every((column) => maySee(caller, column))) throw problems.invalid('body.columns');
}

async function requireRoom(
  sql: TenantSql,
  { companyId, userId }: db.Reader,
  { isNew, isShared }: { isNew: boolean; isShared: boolean },
): Promise<void> {
  const { own, shared } = await db.countViews(sql, companyId, userId);
  if (isNew && own >= maxOwnViews) throw new Problem(409, 'VIEW_LIMIT', 'view_limit');
  if (isShared && shared >= maxSharedViews) throw new Problem(409, 'SHARED_VIEW_LIMIT', 'shared_view_limit');
}

async function pin(sql: TenantSql, reader: db.Reader, viewId: number, now: Date): Promise<void> {
  const pinned = await db.listPinnedViews(sql, reader);
  if (pinned.some((view) => view.viewId === viewId)) return;
  if (pinned.length >= maxPinned) throw new Problem(409, 'VIEW_PIN_LIMIT', 'view_pin_limit');
  await db.insertPin(sql, reader, viewId, now);
}

/** For the audit, without values: people search by emails and names. */
const described = ({ name, params, columns, isShared }: db.ViewContent) => ({
  name,
  isShared,
  filters: Object.keys(params).toSorted(),
  columns: columns.length,
});

type ViewContext = Pick<HandlerContext<unknown>, 'sql' | 'caller' | 'request' | 'now'> & {
  resource: OrganisationResource;
};

function auditView(
  { sql, caller, request, now, resource }: ViewContext,
  act: string,
  { companyId, viewId }: db.StoredView,
  change: { before?: object; after?: object },
): Promise<void> {
  return auditAction(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: resource.organisationId,
    act,
    objectKind: 'view',
    objectId: String(viewId),
    ...change,
  });
}

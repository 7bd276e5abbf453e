import { pipelined } from '#database/pipelined.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { mayOn } from '#server/auth/caller.ts';
import {
  type HandlerContextWithoutTransaction,
  Download,
  handle,
  handleWithoutTransaction,
} from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { fileExtension } from '#shared/export-formats.ts';
import { fileKinds } from '#server/file/file-kinds.ts';
import { formatMinor } from '#shared/money.ts';
import { problems } from '#shared/problem.ts';
import { findPermittedUsers } from '#features/access/users/server/db/find-permitted-users.ts';
import { merchantScope } from '#features/record/reporting/server/merchant-scope.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import {
  type DifferenceFilter,
  countDifferences,
  findDifference,
  listDifferences,
  updateClosed,
  updateOwner,
} from './db/difference-table.ts';
import {
  findPayout,
  listPayoutLines as readPayoutLines,
  listPayouts as readPayouts,
  sumPayouts,
} from './db/payout-table.ts';
import { countReports, listReports } from './db/list-reports.ts';
import { restartReport } from './db/report-table.ts';
import { payoutHeadings, payoutRows } from './payout-file.ts';
import { countLines, toDifference, toLine, toPayout, toPayoutView, toReport } from './settlement-views.ts';
import { findVisibleReports } from './visible-connections.ts';

type SettlementContext = Pick<
  HandlerContextWithoutTransaction<typeof endpoints.closeDifference, Services>,
  'services' | 'caller' | 'resource'
>;

/** Reports and differences belong to connections, which the organisation's rows do not show: the filter has the scope. */
async function inVisibleReports<T>(
  { services, caller, resource }: SettlementContext,
  work: (sql: TenantSql, filter: Pick<DifferenceFilter, 'connections' | 'companies'>) => Promise<T>,
): Promise<T> {
  return inTenant(services.database, 'all-tenants', async (sql) =>
    work(sql, await findVisibleReports(sql, caller, resource)),
  );
}

export const listSettlementReports = handleWithoutTransaction<
  typeof endpoints.listSettlementReports,
  Services
>(endpoints.listSettlementReports, schemas.listSettlementReports, (ctx) =>
  inVisibleReports(ctx, async (sql, { connections, companies }) => {
    const { offset = 0, pageSize = 25, state } = ctx.query;
    const filter = { connections, companies, state };
    const [rows, total] = await pipelined(sql, [
      () => listReports(sql, filter, { offset, limit: pageSize }),
      () => countReports(sql, filter),
    ]);
    const mayRetry = mayOn(ctx.caller, 'P_MANAGE_SETTLEMENTS', ctx.resource.path);
    return {
      items: rows.map((row) => toReport(row, mayRetry)),
      total,
      hasConnections: connections.length > 0,
    };
  }),
);

export const retrySettlementReport = handleWithoutTransaction<
  typeof endpoints.retrySettlementReport,
  Services
>(endpoints.retrySettlementReport, schemas.retrySettlementReport, (ctx) =>
  inVisibleReports(ctx, async (sql, { connections }) => {
    const { path, body, now, resource } = ctx;
    const [row] = await sql<{ name: string; state: string }[]>`
        select name, state from settlement_report
        where report_id = ${path.reportId} and connection_id = any (${connections as number[]}) for update`;
    if (!row) throw problems.notFound();
    if (!(await restartReport(sql, path.reportId, body.version, now)))
      throw problems.versionConflict('REPORT_CHANGED');
    await auditAction(sql, {
      by: ctx,
      act: 'retrySettlementReport',
      organisationId: resource.organisationId,
      objectKind: 'settlementReport',
      objectId: row.name,
      before: { state: row.state },
      after: { state: 'WAITING' },
    });
    return undefined;
  }),
);

export const listSettlementDifferences = handleWithoutTransaction<
  typeof endpoints.listSettlementDifferences,
  Services
>(endpoints.listSettlementDifferences, schemas.listSettlementDifferences, (ctx) =>
  inVisibleReports(ctx, async (sql, visible) => {
    const { caller, resource, query } = ctx;
    const { offset = 0, pageSize = 25, owner, reference, ...rest } = query;
    const filter: DifferenceFilter = {
      ...visible,
      ...rest,
      ...(owner === undefined ? {} : { ownerId: owner === 'me' ? caller.id : null }),
      ...(reference === undefined || reference.trim() === '' ? {} : { reference: reference.trim() }),
    };
    const [rows, total, reports] = await pipelined(sql, [
      () => listDifferences(sql, filter, { offset, limit: pageSize }),
      () => countDifferences(sql, filter),
      () => countReports(sql, { ...visible, state: 'IMPORTED' }),
    ]);
    return {
      items: rows.map((row) => toDifference(row, caller)),
      total,
      hasReports: reports > 0,
      mayManage: mayOn(caller, 'P_MANAGE_SETTLEMENTS', resource.path),
    };
  }),
);

export const listDifferenceOwners = handle(
  endpoints.listDifferenceOwners,
  schemas.listDifferenceOwners,
  async ({ sql, resource }) =>
    (await findOwners(sql, resource.path)).map(({ id, name }) => ({ userId: id, name })),
);

export const assignDifference = handleWithoutTransaction<typeof endpoints.assignDifference, Services>(
  endpoints.assignDifference,
  schemas.assignDifference,
  (ctx) =>
    inVisibleReports(ctx, async (sql, visible) => {
      const { path, body, resource, caller } = ctx;
      const row = await loadOpen(sql, visible, path.differenceId, body.version);
      const owners = body.ownerId === null ? [] : await findOwners(sql, resource.path);
      const owner = owners.find(({ id }) => id === body.ownerId) ?? null;
      if (body.ownerId !== null && !owner) throw problems.invalid('body.ownerId', 'not_allowed');
      await updateOwner(sql, row.differenceId, owner);
      await auditAction(sql, {
        by: ctx,
        act: 'assignDifference',
        organisationId: resource.organisationId,
        objectKind: 'settlementDifference',
        objectId: String(row.differenceId),
        before: { owner: row.ownerName },
        after: { owner: owner?.name ?? null },
      });
      return reread(sql, visible, row.differenceId, caller);
    }),
);

export const closeDifference = handleWithoutTransaction<typeof endpoints.closeDifference, Services>(
  endpoints.closeDifference,
  schemas.closeDifference,
  (ctx) =>
    inVisibleReports(ctx, async (sql, visible) => {
      const { path, body, resource, caller, now } = ctx;
      const row = await loadOpen(sql, visible, path.differenceId, body.version);
      const note = body.note.trim();
      await updateClosed(sql, row.differenceId, { note, by: await nameOf(sql, caller.id), at: now });
      await auditAction(sql, {
        by: ctx,
        act: 'closeDifference',
        organisationId: resource.organisationId,
        objectKind: 'settlementDifference',
        objectId: String(row.differenceId),
        before: { state: 'OPEN' },
        after: { state: 'CLOSED', note },
      });
      return reread(sql, visible, row.differenceId, caller);
    }),
);

/** The provider's operators can own differences too. */
const findOwners = (sql: TenantSql, path: string) =>
  findPermittedUsers(sql, path, 'P_MANAGE_SETTLEMENTS', { withDomainUsers: true });

async function nameOf(sql: TenantSql, userId: string): Promise<string> {
  const [user] = await sql<{ name: string }[]>`
    select given_name || ' ' || family_name as name from app_user where user_id = ${userId}`;
  return user?.name ?? userId;
}

/** Locked. Throws 404 for one that the caller may not see, and 409 for one that was changed or closed meanwhile. */
async function loadOpen(
  sql: TenantSql,
  visible: Pick<DifferenceFilter, 'connections' | 'companies'>,
  differenceId: number,
  version: number,
) {
  const row = await findDifference(sql, visible, differenceId);
  if (!row) throw problems.notFound();
  if (row.version !== version || row.state === 'CLOSED') throw problems.versionConflict('DIFFERENCE_CHANGED');
  return row;
}

async function reread(
  sql: TenantSql,
  visible: Pick<DifferenceFilter, 'connections' | 'companies'>,
  differenceId: number,
  caller: SettlementContext['caller'],
) {
  const row = await findDifference(sql, visible, differenceId);
  if (!row) throw problems.notFound();
  return toDifference(row, caller);
}

type PayoutContext = Pick<
  HandlerContextWithoutTransaction<typeof endpoints.getPayout>,
  'services' | 'caller' | 'resource'
>;

/** The merchants at and below the organisation whose payouts the caller may see. */
const payoutScope = ({ services, caller, resource }: PayoutContext) =>
  merchantScope(services, caller, [resource.organisationId], [['P_VIEW_PAYOUTS']]);

export const listPayouts = handle(endpoints.listPayouts, schemas.listPayouts, async (ctx) => {
  const { sql, query } = ctx;
  const { offset = 0, pageSize = 25, ...criteria } = query;
  const scope = await payoutScope(ctx);
  const filter = { scope, ...criteria };
  const [rows, sums] = await pipelined(sql, [
    () => readPayouts(sql, filter, { offset, limit: pageSize }),
    () => sumPayouts(sql, filter),
  ]);
  const net = new Map<string, number>();
  for (const { currency, number, netMinor } of sums)
    if (number > 0) net.set(currency, (net.get(currency) ?? 0) + netMinor);
  const names = new Map(
    sums.map(({ installationId, installationName }) => [installationId, installationName]),
  );
  return {
    items: rows.map(toPayout),
    total: sums.reduce((total, { number }) => total + number, 0),
    sums: [...net]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, minor]) => ({ currency, amount: formatMinor(minor, currency) })),
    installations: [...names].slice(0, 1000).map(([installationId, name]) => ({ installationId, name })),
    currencies: [...new Set(sums.map(({ currency }) => currency))].toSorted(),
  };
});

async function loadPayout(sql: TenantSql, ctx: PayoutContext, payoutId: number) {
  const row = await findPayout(sql, await payoutScope(ctx), payoutId);
  if (!row) throw problems.notFound();
  return row;
}

export const getPayout = handle(endpoints.getPayout, schemas.getPayout, async (ctx) =>
  toPayoutView(await loadPayout(ctx.sql, ctx, ctx.path.payoutId)),
);

export const listPayoutLines = handle(endpoints.listPayoutLines, schemas.listPayoutLines, async (ctx) => {
  const { sql, path, query } = ctx;
  const payout = await loadPayout(sql, ctx, path.payoutId);
  const { offset = 0, pageSize = 25, group } = query;
  const rows = await readPayoutLines(sql, payout, { group, offset, limit: pageSize });
  return { items: rows.map(toLine), total: countLines(payout, group) };
});

export const exportPayout = handleWithoutTransaction(
  endpoints.exportPayout,
  schemas.exportPayout,
  async (ctx) => {
    const { format } = ctx.query;
    const payout = await ctx.inTenant((sql) => loadPayout(sql, ctx, ctx.path.payoutId));
    const { contentType, file } = fileKinds[format];
    const rows = payoutRows(ctx, payout, format);
    const name = `payout-${payout.paidOn}-${payout.currency}-${payout.payoutId}.${fileExtension(format)}`;
    return new Download(name, contentType, file(payoutHeadings, rows, { rows: 0 }, { title: 'Payout' }));
  },
);

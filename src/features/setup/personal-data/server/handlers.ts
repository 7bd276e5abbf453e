import { randomUUID } from 'node:crypto';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { Problem, problems } from '#shared/problem.ts';
import { isUserId } from '#shared/user-name.ts';
import { retentionNames } from '#shared/retention-kinds.ts';
import { parseTelephone } from '#shared/telephone.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { type CustomerRow, findCustomers } from '#features/reports/customers/server/customer-table.ts';
import { merchantScope } from '#features/record/reporting/server/merchant-scope.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { OrganisationResource } from '#server/auth/authorized-resource.ts';
import { mayOn } from '#server/auth/caller.ts';
import { Download, type HandlerContext, handle, handleWithoutTransaction } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { maxCustomers } from '../data-kinds.ts';
import {
  type Place,
  findCustomersOfPayments,
  findCustomersWith,
  readCustomers,
  withLastFour,
} from './person-payments.ts';
import * as db from './person-table.ts';
import { type Preview, previewCustomers } from './preview-person.ts';

type Context = Pick<HandlerContext<unknown>, 'sql' | 'caller' | 'request' | 'now' | 'services'> & {
  resource: OrganisationResource;
};

interface Scope extends Place {
  isWholeCompany: boolean;
}

/** The merchants at and below the organisation on which the caller may manage personal data. */
async function readScope({ sql, caller, resource, services }: Context): Promise<Scope> {
  const { companyId, organisationId } = resource;
  if (companyId === null) throw new Problem(409, 'CHOOSE_COMPANY', 'choose_company');
  const { merchants } = await merchantScope(services, caller, [organisationId], [['P_MANAGE_PERSONAL_DATA']]);
  const rows = await sql<{ id: number }[]>`
    select id from organisation where company_id = ${companyId} and type = 'MERCHANT'`;
  const all = rows.map(({ id }) => id);
  return {
    companyId,
    merchantIds: merchants ?? all,
    // A company without other merchants than these, selected itself: what belongs to the company is the person's too.
    isWholeCompany:
      organisationId === companyId && (merchants === undefined || all.every((id) => merchants.includes(id))),
  };
}

export const findPerson = handle(endpoints.findPerson, schemas.findPerson, async (ctx) => {
  const scope = await readScope(ctx);
  const rows = await search(ctx.sql, scope, ctx.body);
  return { customers: rows.slice(0, maxCustomers).map(toCustomer), hasMore: rows.length > maxCustomers };
});

interface Search {
  by: 'EMAIL' | 'TELEPHONE' | 'NAME' | 'TRANSACTION';
  value: string;
  lastFour?: string | undefined;
}

async function search(sql: TenantSql, scope: Scope, { by, value, lastFour }: Search): Promise<CustomerRow[]> {
  const limit = maxCustomers + 1;
  if (by === 'EMAIL') {
    const email = value.toLowerCase();
    const known = await findCustomersWith(sql, scope, { email }, limit);
    return unique([...known, ...(await findCustomersOfPayments(sql, scope, { email }, limit))]);
  }
  if (by === 'TELEPHONE')
    return findCustomersWith(sql, scope, { telephone: [value, parseTelephone(value) ?? value] }, limit);
  if (by === 'TRANSACTION') {
    if (!/^[1-9]\d{0,14}$/.test(value)) return [];
    return findCustomersOfPayments(sql, scope, { transactionId: Number(value) }, limit);
  }
  // Many people share a name.
  if (lastFour === undefined) throw problems.invalid('body.lastFour', 'missing');
  const named = await findCustomers(sql, {
    companies: [scope.companyId],
    merchants: scope.merchantIds,
    typed: value,
    most: 200,
  });
  return withLastFour(sql, named, lastFour);
}

const unique = (rows: readonly CustomerRow[]): CustomerRow[] => [
  ...new Map(rows.map((row) => [row.knownCustomerId, row])).values(),
];

export const previewPerson = handle(endpoints.previewPerson, schemas.previewPerson, async (ctx) => {
  const { scope, customers } = await chosen(ctx, ctx.body.customerIds);
  const preview = await previewFor(ctx, scope, customers);
  return {
    customers: customers.map(toCustomer),
    counts: preview.counts,
    waiting: preview.waiting,
    blockers: preview.blockers,
    isWholeCompany: scope.isWholeCompany,
  };
});

const previewFor = (
  { sql, now, services }: Context,
  scope: Scope,
  customers: readonly CustomerRow[],
): Promise<Preview> =>
  previewCustomers(sql, scope, customers, { now, disputeDays: services.config.disputePeriodDays });

/** All of the customers, or 404: a request for some of them would be half silent. */
async function chosen(
  ctx: Context,
  ids: readonly number[],
): Promise<{ scope: Scope; customers: CustomerRow[] }> {
  const scope = await readScope(ctx);
  const customers = await readCustomers(ctx.sql, scope, ids);
  if (customers.length !== new Set(ids).size) throw problems.notFound();
  return { scope, customers };
}

export const requestPersonExport = handle(
  endpoints.requestPersonExport,
  schemas.requestPersonExport,
  async (ctx) => {
    const { scope, customers } = await chosen(ctx, ctx.body.customerIds);
    await previewFor(ctx, scope, customers);
    return store(ctx, scope, customers, { kind: 'EXPORT', reason: ctx.body.reason, keepsLists: true });
  },
);

export const requestErasure = handle(endpoints.requestErasure, schemas.requestErasure, async (ctx) => {
  const { sql, resource } = ctx;
  const { scope, customers } = await chosen(ctx, ctx.body.customerIds);
  const ids = customers.map(({ knownCustomerId }) => knownCustomerId);
  if ((await db.findOpenErasure(sql, scope.companyId, ids)) !== undefined)
    throw new Problem(409, 'ERASURE_OPEN', 'erasure_open');
  refuseNames(ctx.body.reason, customers);
  const { blockers } = await previewFor(ctx, scope, customers);
  const [blocker] = blockers;
  if (blocker)
    throw new Problem(409, blocker.kind, `erasure_${blocker.kind.toLowerCase()}`, {
      count: blocker.ids.length,
    });
  await ctx.requireApproval(sql, {
    organisationId: resource.organisationId,
    objectId: String(ids[0]),
    objectName: null,
  });
  return store(ctx, scope, customers, { kind: 'ERASURE', ...ctx.body });
});

/** The reason stays in the audit, so it must not name the person. */
function refuseNames(reason: string, customers: readonly CustomerRow[]): void {
  const folded = reason.toLowerCase();
  const values = customers.flatMap(({ name, email, telephone }) => [name, email, telephone]);
  if (values.some((value) => value !== null && value.length > 2 && folded.includes(value.toLowerCase())))
    throw new Problem(409, 'REASON_NAMES_PERSON', 'reason_names_person');
}

async function store(
  { sql, caller, request, now, resource }: Context,
  scope: Scope,
  customers: readonly CustomerRow[],
  { kind, reason, keepsLists }: { kind: 'EXPORT' | 'ERASURE'; reason: string; keepsLists: boolean },
): Promise<{ requestId: string }> {
  const requestId = randomUUID();
  const customerIds = customers.map(({ knownCustomerId }) => knownCustomerId);
  await db.insertRequest(sql, {
    companyId: scope.companyId,
    requestId,
    kind,
    organisationId: resource.organisationId,
    merchantIds: [...scope.merchantIds],
    customerIds,
    keepsLists,
    reason,
    requestedAt: now,
    requestedBy: caller.id,
    requestedByName: caller.name,
    requestedFrom: request.ip,
    subject: { isWholeCompany: scope.isWholeCompany, emails: [], telephones: [], names: [], recordIds: [] },
  });
  await auditAction(sql, {
    by: { caller, request, now },
    companyId: scope.companyId,
    organisationId: resource.organisationId,
    act: kind === 'EXPORT' ? 'requestPersonExport' : 'requestErasure',
    objectKind: 'personRequest',
    objectId: requestId,
    detail: { customers: customerIds.map(String), reason, ...(kind === 'ERASURE' ? { keepsLists } : {}) },
  });
  return { requestId };
}

export const listPersonRequests = handle(
  endpoints.listPersonRequests,
  schemas.listPersonRequests,
  async ({ sql, caller, resource }) => {
    const rows = await db.listRequests(sql, caller.tenantIds, resource.path);
    const visible = rows.filter(({ organisationPath }) =>
      mayOn(caller, 'P_MANAGE_PERSONAL_DATA', organisationPath),
    );
    const ids = visible.map(({ requestId }) => requestId);
    const waiting = ids.length > 0 ? await db.listWaiting(sql, caller.tenantIds, ids) : [];
    return { requests: visible.map((row) => toRequest(row, waiting)) };
  },
);

export const getRetention = handle<typeof endpoints.getRetention, Services>(
  endpoints.getRetention,
  schemas.getRetention,
  ({ services: { config } }) =>
    Promise.resolve({
      kinds: retentionNames.map((kind) => ({ kind, days: config.retention[kind] })),
      disputeDays: config.disputePeriodDays,
    }),
);

export const downloadPersonFile = handleWithoutTransaction<typeof endpoints.downloadPersonFile, Services>(
  endpoints.downloadPersonFile,
  schemas.downloadPersonFile,
  async ({ caller, resource, path, inTenant: inOwn, services }) => {
    const request = isUserId(path.requestId)
      ? await inOwn((sql) => db.findRequest(sql, caller.tenantIds, path.requestId))
      : undefined;
    const isBelow =
      request?.organisationPath === resource.path ||
      request?.organisationPath.startsWith(`${resource.path}/`) === true;
    if (!request || !isBelow || !mayOn(caller, 'P_MANAGE_PERSONAL_DATA', request.organisationPath))
      throw problems.notFound();
    if (request.fileBytes === null) throw new Problem(410, 'FILE_DELETED', 'file_deleted');
    return new Download(`person-${request.requestId}.json`, 'application/json', readParts(services, request));
  },
);

/** A part at a time: no transaction waits for a slow reader. */
async function* readParts(
  { database }: Pick<Services, 'database'>,
  request: Pick<db.StoredRequest, 'companyId' | 'requestId'>,
): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const part = await inTenant(database, [request.companyId], (sql) => db.readPart(sql, request, position));
    if (!part) return;
    yield part;
  }
}

const toCustomer = (row: CustomerRow): schemas.FoundPerson => ({
  customerId: String(row.knownCustomerId),
  merchantName: row.merchantName,
  name: row.name,
  email: row.email,
  telephone: row.telephone,
  merchantRef: row.merchantRef,
  firstAt: row.firstAt.toISOString(),
});

function toRequest(row: db.StoredRequest, waiting: readonly db.WaitingRow[]): schemas.PersonRequest {
  // The customers themselves are under a hold.
  const isHeld = row.state === 'WAITING' && row.step === 'PERSON';
  return {
    requestId: row.requestId,
    kind: row.kind,
    organisationName: row.organisationName,
    reason: row.reason,
    requestedAt: row.requestedAt.toISOString(),
    requestedBy: row.requestedByName,
    state: row.state,
    endedAt: row.endedAt?.toISOString() ?? null,
    counts: row.counts as Record<string, number>,
    keepsLists: row.keepsLists,
    waiting: [
      ...(isHeld ? [{ reason: 'LEGAL_HOLD' as const, payments: 0, until: null }] : []),
      ...waiting
        .filter(({ requestId }) => requestId === row.requestId)
        .map(({ reason, payments, until }) => ({ reason, payments, until: until?.toISOString() ?? null })),
    ],
    fileBytes: row.fileBytes,
  };
}

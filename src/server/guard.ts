import type { Endpoint, Resource, NamedIn } from '#shared/define-endpoint.ts';
import { Problem, problems } from '#shared/problem.ts';
import { isUserId, userNameKey } from '#shared/user-name.ts';
import type { Database, Sql } from '#database/connection.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { type Caller, inScope, mayOn } from './auth/caller.ts';
import {
  type AuthorizedResource,
  type CaseResource,
  type CustomerResource,
  type DisputeResource,
  type FoundResource,
  type InstallationResource,
  type OrganisationResource,
  type ScheduleResource,
  type SmartLinkResource,
  type TransactionResource,
  type UserResource,
  requireFound,
} from './auth/authorized-resource.ts';
import type { CoreServices } from './core-services.ts';
import { listFeatures } from './auth/inherited-state.ts';
import { organisationInFilter } from '#shared/org-path.ts';

/**
 * Authorises a request. Throws 403 for organisations and installations outside the caller's scope, 404 for other
 * resources, and 403 for a missing permission or feature (docs/domain.md#access-decisions).
 */
export async function authoriseRequest(
  endpoint: Endpoint,
  path: Record<string, unknown>,
  caller: Caller,
  services: Pick<CoreServices, 'database'>,
  body?: unknown,
): Promise<AuthorizedResource> {
  const { auth } = endpoint;
  if ('access' in auth && auth.access === 'scim-token') {
    const { id, path: scope } = caller.organisation;
    return { path: scope, organisationId: id, companyId: id };
  }
  if ('access' in auth && auth.access !== 'in-scope') return {};
  if (auth.resource === 'anywhere') {
    if (!isPermitted(endpoint, caller, undefined)) throw notPermitted(caller);
    return {};
  }
  const found = await authoriseResource(auth.resource, { path, body }, caller, services);
  const resource = requireFound(auth.resource, found);
  const paths = 'paths' in resource ? resource.paths : ([resource.path] as const);
  if (!isPermitted(endpoint, caller, paths)) throw notPermitted(caller);
  if ('feature' in auth && auth.feature) {
    const [first] = paths;
    if (!(await listFeatures(services.database, first)).includes(auth.feature)) throw problems.forbidden();
  }
  return resource;
}

const notPermitted = (caller: Caller): Problem =>
  caller.kind === 'api' ? problems.keyNotPermitted() : problems.forbidden();

function isPermitted(endpoint: Endpoint, caller: Caller, paths: readonly string[] | undefined): boolean {
  const { auth } = endpoint;
  if ('access' in auth) return true;
  const required = 'anyOf' in auth ? auth.anyOf : auth.allOf;
  // An empty list shows a menu item to everyone (docs/domain.md#permissions). On the server it is a mistake.
  if (required.length === 0) return false;
  const has = (name: (typeof required)[number]) =>
    paths === undefined
      ? caller.held.some((grant) => grant.name === name)
      : paths.some((path) => mayOn(caller, name, path));
  return 'anyOf' in auth ? required.some(has) : required.every(has);
}

async function authoriseResource(
  resource: Exclude<Resource, 'anywhere'>,
  request: { path: Record<string, unknown>; body: unknown },
  caller: Caller,
  services: Pick<CoreServices, 'database'>,
): Promise<FoundResource> {
  const { path } = request;
  if ('organisation' in resource) {
    const id = Number(readResourceId(resource.organisation, resource.in, request));
    return authoriseOrganisation(services.database, caller, id);
  }
  if ('user' in resource) {
    return authoriseUser(
      services.database,
      caller,
      resource.by ?? 'id',
      readResourceId(resource.user, resource.in, request),
    );
  }
  if ('smartLink' in resource)
    return authoriseSmartLink(services.database, caller, String(path[resource.smartLink]));
  if ('case' in resource) return authoriseCase(services.database, caller, Number(path[resource.case]));
  if ('dispute' in resource)
    return authoriseDispute(services.database, caller, Number(path[resource.dispute]));
  if ('customer' in resource)
    return authoriseCustomer(services.database, caller, Number(path[resource.customer]));
  const findInstallation = (name: string) =>
    authoriseInstallation(services.database, caller, Number(path[name]));
  if (!('schedule' in resource || 'transaction' in resource)) return findInstallation(resource.installation);
  const installation =
    resource.installation === undefined ? undefined : await findInstallation(resource.installation);
  if ('schedule' in resource) {
    const scheduleId = String(path[resource.schedule]);
    const schedule = await inTenant(services.database, caller.tenantIds, (sql) =>
      authoriseSchedule(sql, caller, scheduleId),
    );
    if (installation && installation.installationId !== schedule.installationId) throw problems.notFound();
    return schedule;
  }
  const transactionId = Number(path[resource.transaction]);
  if (!Number.isSafeInteger(transactionId)) throw problems.notFound();
  const transaction = await inTenant(services.database, caller.tenantIds, (sql) =>
    authoriseTransaction(sql, caller, transactionId),
  );
  // A transaction of another installation is reported as unknown (docs/domain.md#access-decisions).
  const isPair = !installation || installation.installationId === transaction?.installationId;
  if (transaction && isPair) return transaction;
  throw resource.unknown ? problems.unknownTransaction() : problems.notFound();
}

async function authoriseOrganisation(sql: Sql, caller: Caller, id: number): Promise<OrganisationResource> {
  // The schema has not validated ids of a body yet.
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647) throw problems.forbidden();
  const [row] = await sql<{ path: string; companyId: number | null }[]>`
    select path, company_id from organisation where id = ${id}`;
  if (!row || !inScope(caller, row.path)) throw problems.forbidden();
  return { path: row.path, organisationId: id, companyId: row.companyId };
}

async function authoriseInstallation(sql: Sql, caller: Caller, id: number): Promise<InstallationResource> {
  const [row] = await sql<{ path: string; merchantPath: string; merchantId: number; companyId: number }[]>`
    select o.path, m.path as merchant_path, m.id as merchant_id, i.company_id
    from installation i
    join organisation o on o.id = i.installation_id
    join organisation m on m.id = i.merchant_id
    where i.installation_id = ${id}`;
  if (!row || !inScope(caller, row.path)) throw problems.forbidden();
  return {
    paths: [row.merchantPath, row.path],
    installationId: id,
    merchantId: row.merchantId,
    companyId: row.companyId,
  };
}

async function authoriseUser(
  sql: Sql,
  caller: Caller,
  by: 'id' | 'name',
  named: unknown,
): Promise<UserResource> {
  if (typeof named !== 'string' || (by === 'id' ? !isUserId(named) : /[\0]/.test(named)))
    throw problems.notFound();
  const [row] = await sql<UserResource[]>`
    select u.user_id, u.domain_user, o.id as organisation_id, o.path,
           o.company_id
    from app_user u join organisation o on o.id = u.organisation_id
    where ${by === 'id' ? sql`u.user_id = ${named}` : sql`u.user_name_key = ${userNameKey(named)}`}`;
  if (!row || !inScope(caller, row.path)) throw problems.notFound();
  return row;
}

async function authoriseTransaction(
  sql: TenantSql,
  caller: Caller,
  id: number,
): Promise<TransactionResource | undefined> {
  const [row] = await sql<
    { installationId: number; merchantId: number; companyId: number; path: string; merchantPath: string }[]
  >`
    select t.installation_id, t.merchant_id,
           t.company_id, o.path, m.path as merchant_path
    from txn t
    join organisation o on o.id = t.installation_id
    join organisation m on m.id = t.merchant_id
    where t.txn_id = ${id}`;
  if (!row || !(inScope(caller, row.path) || inScope(caller, row.merchantPath))) return undefined;
  return {
    paths: [row.merchantPath, row.path],
    installationId: row.installationId,
    merchantId: row.merchantId,
    companyId: row.companyId,
    transactionId: id,
  };
}

/** Authorises a smart link through its installation. */
async function authoriseSmartLink(
  database: Database,
  caller: Caller,
  linkId: string,
): Promise<SmartLinkResource> {
  const [link] = isUserId(linkId)
    ? await inTenant(
        database,
        caller.tenantIds,
        (sql) => sql<{ installationId: number }[]>`
          select installation_id from smart_link where link_id = ${linkId}`,
      )
    : [];
  const installation =
    link &&
    (await authoriseInstallation(database, caller, link.installationId).catch((error: unknown) => {
      if (error instanceof Problem && error.status === 403) return undefined;
      throw error;
    }));
  if (!installation) throw problems.notFound();
  return { ...installation, smartLinkId: linkId };
}

/** PLANNED schedules are hidden until their payment succeeds. */
async function authoriseSchedule(sql: TenantSql, caller: Caller, id: string): Promise<ScheduleResource> {
  const [row] = await sql<
    { installationId: number; merchantId: number; companyId: number; path: string; merchantPath: string }[]
  >`
    select s.installation_id, s.merchant_id,
           s.company_id, o.path, m.path as merchant_path
    from schedule s
    join organisation o on o.id = s.installation_id
    join organisation m on m.id = s.merchant_id
    where s.schedule_id = ${id.toLowerCase()} and s.status <> 'PLANNED'`;
  if (!row || !(inScope(caller, row.path) || inScope(caller, row.merchantPath))) throw problems.notFound();
  const { path, merchantPath, ...resource } = row;
  return { paths: [merchantPath, path], ...resource, scheduleId: id.toLowerCase() };
}

/** Authorises a case through the merchant of its first transaction. */
async function authoriseCase(database: Database, caller: Caller, id: number): Promise<CaseResource> {
  const [row] = Number.isSafeInteger(id)
    ? await inTenant(
        database,
        caller.tenantIds,
        (sql) => sql<{ merchantId: number; companyId: number; path: string }[]>`
          select c.merchant_id, c.company_id, m.path
          from fraud_case c join organisation m on m.id = c.merchant_id
          where c.company_id = any (${[...caller.tenantIds]}) and c.case_id = ${id}`,
      )
    : [];
  if (!row || !inScope(caller, row.path)) throw problems.notFound();
  return { ...row, caseId: id };
}

/** Authorises a dispute through the installation and the merchant of its payment. */
async function authoriseDispute(database: Database, caller: Caller, id: number): Promise<DisputeResource> {
  const [row] = Number.isSafeInteger(id)
    ? await inTenant(
        database,
        caller.tenantIds,
        (sql) => sql<
          {
            installationId: number;
            merchantId: number;
            companyId: number;
            path: string;
            merchantPath: string;
          }[]
        >`
          select d.installation_id, d.merchant_id, d.company_id, o.path, m.path as merchant_path
          from dispute d
          join organisation o on o.id = d.installation_id
          join organisation m on m.id = d.merchant_id
          where d.company_id = any (${[...caller.tenantIds]}) and d.dispute_id = ${id}`,
      )
    : [];
  if (!row || !(inScope(caller, row.path) || inScope(caller, row.merchantPath))) throw problems.notFound();
  const { path, merchantPath, ...resource } = row;
  return { paths: [merchantPath, path], ...resource, disputeId: id };
}

/** Authorises a customer through its merchant. */
async function authoriseCustomer(database: Database, caller: Caller, id: number): Promise<CustomerResource> {
  const [row] = Number.isSafeInteger(id)
    ? await inTenant(
        database,
        caller.tenantIds,
        (sql) => sql<{ merchantId: number; companyId: number; path: string }[]>`
          select k.merchant_id, k.company_id, m.path
          from known_customer k join organisation m on m.id = k.merchant_id
          where k.company_id = any (${[...caller.tenantIds]}) and k.known_customer_id = ${id}`,
      )
    : [];
  if (!row || !inScope(caller, row.path)) throw problems.notFound();
  return { ...row, knownCustomerId: id };
}

/**
 * The resource id of a request. The body is not validated yet, so only this value is read; anything missing
 * is undefined.
 */
function readResourceId(
  name: string,
  place: NamedIn | undefined,
  request: { path: Record<string, unknown>; body: unknown },
): unknown {
  if (place === undefined || place === 'path') return request.path[name];
  const value = name.split('.').reduce(readOwnProperty, request.body);
  if (place === 'body') return value;
  return typeof value === 'string' ? organisationInFilter(value) : undefined;
}

function readOwnProperty(part: unknown, key: string): unknown {
  return typeof part === 'object' && part !== null && Object.hasOwn(part, key)
    ? (part as Record<string, unknown>)[key]
    : undefined;
}

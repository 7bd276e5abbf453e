import type { Database, Fragment } from '#database/connection.ts';
import { type TenantSql, inTenant, tenantSettings } from '#database/tenant.ts';
import { pathIds } from '#shared/org-path.ts';
import type { LoggedRequest } from './logged-request.ts';

/** Of the numbers in a millisecond. A number stays exact in JavaScript for two centuries. */
const perMillisecond = 1024;

/** The number before every request that began at a time. */
export const firstNumberAt = (at: Date): number => at.getTime() * perMillisecond;

export const timeOfNumber = (requestNo: number): Date => new Date(Math.floor(requestNo / perMillisecond));

/** Writes requests in one statement, which does not wait for the disk. Those that name no known key are left out. */
export async function insertRequests(database: Database, requests: readonly LoggedRequest[]): Promise<void> {
  const settings = { ...tenantSettings('all-tenants'), synchronous_commit: 'off' };
  await database.begin({ settings }, async (sql) => {
    const rows = await findCompanies(sql as TenantSql, requests);
    if (rows.length === 0) return;
    const column = <K extends keyof LoggedRequest>(name: K) => rows.map((row) => row[name]);
    await sql`
      insert into api_request (company_id, request_no, organisation_id, api_id, call, method, path, status, reason_code,
                               duration_ms, request_id, idempotency_key, is_replay, txn_id, ip, user_agent,
                               request_body, response_body)
      select company_id, at * ${perMillisecond} + nextval('api_request_tail') % ${perMillisecond}, organisation_id,
             api_id, call, method, path, status, reason_code, duration_ms, request_id, idempotency_key, is_replay,
             txn_id, ip, user_agent, request_body, response_body
      from unnest(${column('companyId')}::integer[], ${column('at').map(Math.floor)}::bigint[],
                  ${column('organisationId')}::integer[], ${column('apiId')}::text[], ${column('call')}::text[],
                  ${column('method')}::text[], ${column('path')}::text[], ${column('status')}::smallint[],
                  ${column('reasonCode')}::text[], ${column('durationMs')}::integer[], ${column('requestId')}::uuid[],
                  ${column('idempotencyKey')}::text[], ${column('isReplay')}::boolean[],
                  ${column('transactionId')}::bigint[], ${column('ip')}::text[], ${column('userAgent')}::text[],
                  ${column('requestBody')}::text[], ${column('responseBody')}::text[])
        as logged (company_id, at, organisation_id, api_id, call, method, path, status, reason_code, duration_ms,
                   request_id, idempotency_key, is_replay, txn_id, ip, user_agent, request_body, response_body)
      on conflict do nothing`;
  });
}

/** Finds the companies of the keys whose secrets the requests did not prove. */
async function findCompanies(sql: TenantSql, requests: readonly LoggedRequest[]): Promise<LoggedRequest[]> {
  const named = [...new Set(requests.filter(({ isProven }) => !isProven).map(({ apiId }) => apiId))];
  if (named.length === 0) return [...requests];
  const keys = await sql<{ apiId: string; companyId: number; paths: string[] }[]>`
    select c.api_id, c.company_id,
           array(select o.path from api_credential_installation i join organisation o on o.id = i.installation_id
                 where i.api_id = c.api_id) as paths
    from api_credential c where c.api_id = any (${named})`;
  const byId = new Map(keys.map((key) => [key.apiId, key]));
  return requests.flatMap((request) => {
    if (request.isProven) return request;
    const key = byId.get(request.apiId);
    if (!key) return [];
    const { companyId, paths } = key;
    return { ...request, companyId, organisationId: findSharedOrganisation(companyId, paths) };
  });
}

/** The nearest organisation that all paths are at or below; the company when there is none in it. */
export function findSharedOrganisation(companyId: number, paths: readonly string[]): number {
  const [first = [], ...others] = [...new Set(paths)].map(pathIds);
  const shared = first.filter((id, index) => others.every((ids) => ids[index] === id));
  return shared.includes(companyId) ? (shared.at(-1) ?? companyId) : companyId;
}

export interface StoredRequest {
  companyId: number;
  requestNo: number;
  organisationId: number;
  apiId: string;
  call: string;
  method: string;
  path: string;
  status: number;
  reasonCode: string | null;
  durationMs: number;
  requestId: string;
  idempotencyKey: string | null;
  isReplay: boolean;
  transactionId: number | null;
}

const columns = (sql: TenantSql) => sql`
  company_id, request_no, organisation_id, api_id, call, method, path, status, reason_code, duration_ms,
  request_id::text as request_id, idempotency_key, is_replay, txn_id as transaction_id`;

/** Whose requests are read: all of a company, or those of some of its organisations. */
export interface LogScope {
  companyIds: readonly number[];
  /** Undefined: all of the companies. */
  organisationIds: readonly number[] | undefined;
}

export interface RequestFilter {
  apiId?: string | undefined;
  call?: string | undefined;
  /** 'ok' is below 400, 'failed' from 400 on. */
  status?: 'ok' | 'failed' | number | undefined;
  transactionId?: number | undefined;
  requestId?: string | undefined;
  idempotencyKey?: string | undefined;
  /** The beginning of the address. */
  path?: string | undefined;
  /** Numbers of requests: from, and before. */
  from?: number | undefined;
  before?: number | undefined;
}

/** Statuses of refusals. Each is a range of the index. */
const failures = [400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 422, 429, 500, 501, 502, 503, 504];

/** A search reads so many rows of its index to compare them with its other filters. */
const maxCompared = 10_000;

interface Page {
  rows: StoredRequest[];
  /** Where the search stopped although it had less than a page; undefined when it reached the oldest request. */
  searchedTo: number | undefined;
}

/**
 * The newest requests. One filter chooses the index, which is read newest first up to a page. The other filters are compared
 * with at most `maxCompared` of its rows, so that no search reads the whole log.
 */
export async function listRequests(
  sql: TenantSql,
  scope: LogScope,
  filter: RequestFilter,
  limit: number,
): Promise<Page> {
  const { parts, indexed, compared } = chooseIndex(sql, scope, filter);
  const limitRead = compared === undefined ? limit : maxCompared;
  const read = <Row extends object>(what: Fragment, which: Fragment) => sql<Row[]>`
    select ${what} from (
      select found.* from unnest(${scope.companyIds as number[]}::integer[]) as company (id)
      cross join unnest(${parts as number[]}::integer[]) as part (id)
      cross join lateral (
        select ${columns(sql)} from api_request where company_id = company.id ${indexed}
        order by request_no desc limit ${limitRead}
      ) found
      order by found.request_no desc limit ${limitRead}
    ) candidate ${which}`;
  const rows = await read<StoredRequest>(
    sql`*`,
    sql`where true ${compared ?? sql``} order by request_no desc limit ${limit}`,
  );
  if (compared === undefined || rows.length === limit) return { rows, searchedTo: undefined };
  const [end] = await read<{ count: number; lastNo: number | null }>(
    sql`count(*) as count, min(request_no) as last_no`,
    sql``,
  );
  return { rows, searchedTo: end?.count === maxCompared ? (end.lastNo ?? undefined) : undefined };
}

/** The condition that an index answers, its ranges (`part.id`), and the conditions that are compared with its rows. */
function chooseIndex(sql: TenantSql, { organisationIds }: LogScope, filter: RequestFilter) {
  const { apiId, call, status, transactionId, requestId, idempotencyKey } = filter;
  const none = sql``;
  const key = apiId === undefined ? none : sql`and api_id = ${apiId}`;
  const named = call === undefined ? none : sql`and call = ${call}`;
  const result = status === undefined ? none : sql`and ${matchStatus(sql, status)}`;
  const address = filter.path === undefined ? none : sql`and starts_with(path, ${filter.path})`;
  const visible =
    organisationIds === undefined ? none : sql`and organisation_id = any (${organisationIds as number[]})`;
  const range = sql`
    and request_no >= ${filter.from ?? 0} and request_no < ${filter.before ?? Number.MAX_SAFE_INTEGER}`;
  const rest = (...conditions: Fragment[]) => {
    const others = conditions.filter((condition) => condition !== none);
    return others.length === 0 ? undefined : others.reduce((left, right) => sql`${left} ${right}`);
  };
  const ranges = (
    indexed: Fragment,
    others: Fragment[],
    parts: readonly number[] = [0],
  ): { parts: readonly number[]; indexed: Fragment; compared: Fragment | undefined } => ({
    parts,
    indexed: sql`${indexed} ${range}`,
    compared: rest(...others),
  });
  if (requestId !== undefined)
    return ranges(sql`and request_id = ${requestId}::uuid`, [key, named, result, address, visible]);
  if (transactionId !== undefined)
    return ranges(sql`and txn_id = ${transactionId}`, [key, named, result, address, visible]);
  if (idempotencyKey !== undefined)
    return ranges(sql`and idempotency_key = ${idempotencyKey}`, [key, named, result, address, visible]);
  const statuses =
    status === 'failed' ? failures : typeof status === 'number' && status >= 400 ? [status] : [];
  if (statuses.length > 0)
    return ranges(sql`and status >= 400 and status = part.id`, [key, named, address, visible], statuses);
  if (apiId !== undefined) return ranges(key, [named, result, address, visible]);
  if (call !== undefined) return ranges(named, [result, address, visible]);
  if (organisationIds !== undefined)
    return ranges(sql`and organisation_id = part.id`, [result, address], organisationIds);
  return ranges(none, [result, address]);
}

const matchStatus = (sql: TenantSql, status: 'ok' | 'failed' | number) =>
  status === 'ok' ? sql`status < 400` : status === 'failed' ? sql`status >= 400` : sql`status = ${status}`;

interface FoundRequest extends StoredRequest {
  ip: string;
  userAgent: string;
  requestBody: string | null;
  responseBody: string | null;
}

export async function loadRequest(
  sql: TenantSql,
  tenantIds: readonly number[],
  requestId: string,
): Promise<FoundRequest | undefined> {
  const [row] = await sql<FoundRequest[]>`
    select ${columns(sql)}, ip, user_agent, request_body, response_body from api_request
    where company_id = any (${tenantIds as number[]}) and request_id = ${requestId}::uuid limit 1`;
  return row;
}

const batch = 5000;

/** Deletes requests before a time, in batches of a company. Its oldest ones are the first of its primary key. */
export async function deleteRequestsBefore(database: Database, at: Date, now: Date): Promise<void> {
  const companies = await inTenant(
    database,
    'all-tenants',
    (sql) => sql<{ id: number }[]>`select id from organisation where id = company_id`,
  );
  for (const { id } of companies) {
    const deleteSome = () =>
      inTenant(database, [id], async (sql) => {
        const deleted = await sql`
          delete from api_request where company_id = ${id} and request_no in (
            select request_no from api_request
            where company_id = ${id} and request_no < ${firstNumberAt(at)}
              and (txn_id is null or not exists (select from legal_holds_of(company_id, txn_id, ${now})))
            order by request_no limit ${batch})
          returning 1`;
        return deleted.length;
      });
    while ((await deleteSome()) === batch);
  }
}

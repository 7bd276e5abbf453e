import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { streamCsv } from '#server/http/stream-csv.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import {
  Download,
  type HandlerContextWithoutTransaction,
  handleWithoutTransaction,
} from '#server/handler.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { addMs } from '#server/clock.ts';
import { maxOffset } from '../audit-params.ts';
import { loadAuditScope, loadTenantIdsInScope, loadWholeScope } from './audit-scope.ts';
import { type AuditPosition, type AuditQuery, buildAuditQuery, selectNewestLines } from './audit-query.ts';
import type { Sql } from '#database/connection.ts';
import type { AuditLine } from '../schemas.ts';

export const searchAudit = handleWithoutTransaction(
  endpoints.searchAudit,
  schemas.searchAudit,
  async ({ path, query, caller, services }) => {
    const { database } = services;
    const scope = await loadAuditScope(database, caller, Number(path.orgId));
    const { offset, pageSize } = query;
    return inTenant(database, loadTenantIdsInScope(caller, scope), async (sql) => {
      const filter = buildAuditQuery(scope, query, await findActorId(sql, query.actor));
      const lines = await readLines(sql, filter, { offset, limit: pageSize });
      // A page that is not full implies the total, unless it is empty and not the first.
      const isLast = lines.length < pageSize && (lines.length > 0 || offset === 0);
      const counted = isLast ? offset + lines.length : await countLines(sql, filter, maxOffset + 1);
      return {
        lines: lines.map(({ position: _place, ...line }) => line),
        total: Math.min(counted, maxOffset),
        hasMore: counted > maxOffset,
      };
    });
  },
);

const page = 25;

/** Objects of other tenants have no history, because their lines are filtered out. */
export const getHistory = handleWithoutTransaction(
  endpoints.getHistory,
  schemas.getHistory,
  async ({ path, query, caller, services }) => {
    const scope = await loadWholeScope(services.database, caller);
    const limit = query.pageSize ?? page;
    const lines = await inTenant(services.database, loadTenantIdsInScope(caller, scope), (sql) =>
      readLines(sql, { scope, ...path }, { limit: limit + 1 }),
    );
    return {
      lines: lines.slice(0, limit).map(({ position: _place, ...line }) => line),
      hasMore: lines.length > limit,
    };
  },
);

const columns = [
  'number',
  'time_utc',
  'actor_kind',
  'actor',
  'actor_name',
  'organisation_id',
  'organisation',
  'ip',
  'user_agent',
  'act',
  'object_kind',
  'object_id',
  'outcome',
  'before',
  'after',
  'detail',
  'request_id',
];

/** Streams in batches, so that no transaction stays open for a slow reader (docs/domain.md#slow-readers). */
export const exportAudit = handleWithoutTransaction(
  endpoints.exportAudit,
  schemas.exportAudit,
  async (ctx) => {
    const { caller, services, path, query, now } = ctx;
    const { database } = services;
    const scope = await loadAuditScope(database, caller, Number(path.orgId));
    const filter = buildAuditQuery(scope, query, await findActorId(database, query.actor));
    // Excludes events that occur while the file is written, so that the export ends.
    const end = addMs(now, 1);
    const to = filter.to === undefined || filter.to > end ? end : filter.to;
    const fileName = `audit-${path.orgId}-${now.toISOString().slice(0, 10)}.csv`;
    return new Download(fileName, 'text/csv; charset=utf-8', streamAuditCsv(ctx, { ...filter, to }));
  },
);

type ExportContext = HandlerContextWithoutTransaction<typeof endpoints.exportAudit>;

async function* streamAuditCsv(ctx: ExportContext, query: AuditQuery): AsyncGenerator<string> {
  const tenantIds = loadTenantIdsInScope(ctx.caller, query.scope);
  let rows = 0;
  let isComplete = false;
  try {
    yield* streamCsv<ReadLine>({
      header: columns,
      loadAfter: async (last, limit) => {
        const olderThan = last?.position;
        const lines = await inTenant(ctx.services.database, tenantIds, (sql) =>
          readLines(sql, { ...query, olderThan }, { limit }),
        );
        rows += lines.length;
        return lines;
      },
      toCells,
    });
    isComplete = true;
  } finally {
    await auditExport(ctx, rows, isComplete);
  }
}

/** A second audit event with the number of rows that were sent. */
async function auditExport(
  { caller, services, request, path }: ExportContext,
  rows: number,
  isComplete: boolean,
): Promise<void> {
  await writeAuditEvent(services.database, {
    at: services.clock.now(),
    organisationId: Number(path.orgId),
    actorKind: caller.kind,
    actor: caller.id,
    ip: request.ip,
    userAgent: request.userAgent,
    act: 'exportAuditEnd',
    objectKind: 'organisation',
    objectId: path.orgId,
    outcome: isComplete ? 'allowed' : 'failed: CUT_OFF',
    detail: { rows },
    requestId: request.id,
  });
}

function toCells(line: ReadLine) {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return [
    Number(line.seq),
    line.position.at,
    line.actorKind,
    line.actor,
    line.actorName,
    line.organisationId,
    line.organisationName,
    line.ip,
    line.userAgent,
    line.act,
    line.objectKind,
    line.objectId,
    line.outcome,
    json(line.before),
    json(line.after),
    json(line.detail),
    line.requestId,
  ];
}

/** A line with its cursor for the next page. */
interface ReadLine extends AuditLine {
  position: AuditPosition;
}

type Row = Omit<AuditLine, 'seq' | 'at' | 'actorName' | 'organisationName'> & {
  seq: number;
  at: Date;
  atText: string;
};

/** The newest lines from `offset` on, with the names of users, SCIM tokens, API keys and organisations. */
async function readLines(
  sql: TenantSql,
  query: AuditQuery,
  { offset = 0, limit }: { offset?: number; limit: number },
): Promise<ReadLine[]> {
  const rows = await sql<Row[]>`
    select seq, at, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at_text,
           actor_kind, actor, organisation_id, ip,
           user_agent, act, object_kind, object_id,
           outcome, refused, before, after, detail, request_id
    from (${selectNewestLines(sql, query, sql`a.*`, offset + limit)}) as newest
    order by newest.at desc, newest.seq desc offset ${offset}`;
  const actors = (kind: string) => rows.filter((row) => row.actorKind === kind).map((row) => row.actor);
  const names = new Map([
    ...(await loadNames(sql, actors('user'))),
    ...(await loadTokenNames(sql, actors('scim'))),
    ...(await loadKeyNames(sql, actors('api'))),
  ]);
  const places = await loadOrganisationNames(
    sql,
    rows.flatMap((row) => row.organisationId ?? []),
  );
  return rows.map(({ atText, ...row }) => ({
    ...row,
    seq: String(row.seq),
    at: row.at.toISOString(),
    actorName: names.get(row.actor) ?? null,
    organisationName: places.get(row.organisationId ?? 0) ?? null,
    position: { at: atText, seq: String(row.seq) },
  }));
}

/** The number of matching lines, counted up to `most`. */
async function countLines(sql: TenantSql, query: AuditQuery, max: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from (${selectNewestLines(sql, query, sql`a.at, a.seq`, max)}) as found`;
  return row?.count ?? 0;
}

/** The user id of a username in any case; other text unchanged. */
async function findActorId(sql: Sql, text: string | undefined): Promise<string | undefined> {
  if (text === undefined || !text.includes('@')) return text;
  const [user] = await sql<{ id: string }[]>`
    select user_id as id from app_user where user_name_key = ${text.trim().toLowerCase()}`;
  return user?.id ?? text;
}

async function loadNames(sql: Sql, ids: readonly string[]): Promise<Map<string, string>> {
  const userIds = [...new Set(ids)].filter((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id));
  if (userIds.length === 0) return new Map();
  const rows = await sql<{ id: string; name: string }[]>`
    select user_id as id, given_name || ' ' || family_name as name from app_user
    where user_id = any (${userIds}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row.name]));
}

async function loadTokenNames(sql: TenantSql, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: string; name: string }[]>`
    select token_id as id, name from scim_token where token_id = any (${[...new Set(ids)]})`;
  return new Map(rows.map((row) => [row.id, row.name]));
}

async function loadKeyNames(sql: TenantSql, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: string; name: string }[]>`
    select api_id as id, name from api_credential where api_id = any (${[...new Set(ids)]})`;
  return new Map(rows.map((row) => [row.id, row.name]));
}

async function loadOrganisationNames(sql: Sql, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; name: string }[]>`
    select id, name from organisation where id = any (${[...new Set(ids)]}::integer[])`;
  return new Map(rows.map((row) => [row.id, row.name]));
}

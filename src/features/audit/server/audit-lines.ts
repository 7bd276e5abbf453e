import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { AuditLine } from '../schemas.ts';
import { type AuditQuery, type AuditPosition, newestLines } from './audit-query.ts';

/** A line with its cursor for the next page. */
export interface ReadLine extends AuditLine {
  place: AuditPosition;
}

type Row = Omit<AuditLine, 'seq' | 'at' | 'actorName' | 'organisationName'> & {
  seq: number;
  at: Date;
  atText: string;
};

/** The newest lines from `offset` on, with the names of users, SCIM tokens and organisations. */
export async function readLines(
  sql: TenantSql,
  query: AuditQuery,
  { offset = 0, limit }: { offset?: number; limit: number },
): Promise<ReadLine[]> {
  const rows = await sql<Row[]>`
    select seq, at, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at_text,
           actor_kind, actor, organisation_id, ip,
           user_agent, act, object_kind, object_id,
           outcome, refused, before, after, detail, request_id
    from (${newestLines(sql, query, sql`a.*`, offset + limit)}) as newest
    order by newest.at desc, newest.seq desc offset ${offset}`;
  const actors = (kind: string) => rows.filter((row) => row.actorKind === kind).map((row) => row.actor);
  const names = new Map([
    ...(await loadNames(sql, actors('user'))),
    ...(await loadTokenNames(sql, actors('scim'))),
  ]);
  const places = await organisationNames(
    sql,
    rows.flatMap((row) => row.organisationId ?? []),
  );
  return rows.map(({ atText, ...row }) => ({
    ...row,
    seq: String(row.seq),
    at: row.at.toISOString(),
    actorName: names.get(row.actor) ?? null,
    organisationName: places.get(row.organisationId ?? 0) ?? null,
    place: { at: atText, seq: String(row.seq) },
  }));
}

/** The number of matching lines, counted up to `most`. */
export async function countLines(sql: TenantSql, query: AuditQuery, max: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from (${newestLines(sql, query, sql`a.at, a.seq`, max)}) as found`;
  return row?.count ?? 0;
}

/** The user id of a username in any case; other text unchanged. */
export async function findActorId(sql: Sql, text: string | undefined): Promise<string | undefined> {
  if (text === undefined || !text.includes('@')) return text;
  const [user] = await sql<{ id: string }[]>`
    select user_id as id from app_user where user_name_key = ${text.trim().toLowerCase()}`;
  return user?.id ?? text;
}

async function loadNames(sql: Sql, ids: readonly string[]): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id));
  if (known.length === 0) return new Map();
  const rows = await sql<{ id: string; name: string }[]>`
    select user_id as id, given_name || ' ' || family_name as name from app_user
    where user_id = any (${known}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row.name]));
}

async function loadTokenNames(sql: TenantSql, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: string; name: string }[]>`
    select token_id as id, name from scim_token where token_id = any (${[...new Set(ids)]})`;
  return new Map(rows.map((row) => [row.id, row.name]));
}

async function organisationNames(sql: Sql, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; name: string }[]>`
    select id, name from organisation where id = any (${[...new Set(ids)]}::integer[])`;
  return new Map(rows.map((row) => [row.id, row.name]));
}

import type { TenantSql } from '#database/tenant.ts';
import {
  type MemberName,
  countMembers,
  loadMembersOfGroups,
  type GroupRecord,
  groupColumns,
} from './db/scim-group.ts';
import { type FilterColumns, filterSql, sortSql } from './filter-sql.ts';
import { parseFilter } from './parse-filter.ts';
import { groupResource } from './resource/group-resource.ts';
import { listResponse } from './resource/list-response.ts';
import {
  type ListQuery,
  type Projection,
  includes,
  project,
  readPage,
  readProjection,
} from './resource/read-query.ts';
import { refusals } from './refuse.ts';

interface Company {
  companyId: number;
  baseUrl: string;
}

/** Members in one response. A client can request fewer groups, or for none of their members. */
const maxListedMembers = 20_000;

/** A page of the groups, with their number. One statement reads the members of all. */
export async function listGroups(sql: TenantSql, { companyId, baseUrl }: Company, query: ListQuery) {
  const { startIndex, count } = readPage(query);
  const projection = readProjection(query);
  const columns = filterColumns(sql);
  const condition = query.filter ? sql`and ${filterSql(sql, parseFilter(query.filter), columns)}` : sql``;
  const matching = sql`from scim_group g where g.company_id = ${companyId} ${condition}`;
  const records = await sql<GroupRecord[]>`
    select ${groupColumns(sql)} ${matching}
    order by ${sortSql(sql, query, columns)} g.created_at, g.group_id
    limit ${count} offset ${startIndex - 1}`;
  const [counted] = await sql<{ total: number }[]>`select count(*)::integer as total ${matching}`;
  const members = await loadMembers(sql, companyId, records, projection);
  const resources = records.map((record) =>
    project(groupResource(record, members.get(record.groupId) ?? [], baseUrl), projection),
  );
  return listResponse({ total: counted?.total ?? 0, startIndex, resources });
}

/** The members of the groups, unless the request excludes them. */
export async function loadMembers(
  sql: TenantSql,
  companyId: number,
  groups: readonly GroupRecord[],
  projection: Projection,
): Promise<Map<string, MemberName[]>> {
  if (!includes(projection, 'members')) return new Map();
  const ids = groups.map(({ groupId }) => groupId);
  if (groups.length > 1 && (await countMembers(sql, companyId, ids)) > maxListedMembers)
    throw refusals.tooMany(
      'The groups have too many members. Use a smaller count or excludedAttributes=members',
    );
  return loadMembersOfGroups(sql, companyId, ids);
}

function filterColumns(sql: TenantSql): FilterColumns {
  const members = {
    kind: 'contains',
    contains: (value: string) => sql`exists (
      select from scim_group_member m
      where m.company_id = g.company_id and m.group_id = g.group_id and m.user_id::text = ${value.toLowerCase()})`,
  } as const;
  return {
    id: { kind: 'text', column: sql`g.group_id::text`, toKey: (value) => value.toLowerCase() },
    displayname: { kind: 'text', column: sql`g.display_name` },
    externalid: { kind: 'text', column: sql`g.external_id`, isExact: true },
    members,
    'members.value': members,
    'meta.created': { kind: 'time', column: sql`g.created_at` },
    'meta.lastmodified': { kind: 'time', column: sql`g.updated_at` },
  };
}

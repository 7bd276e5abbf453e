import { userNameKey } from '#shared/user-name.ts';
import type { TenantSql } from '#database/tenant.ts';
import { loadGroupsOfUsers } from './db/scim-group.ts';
import { type ScimUserRecord, provisionedUsers, userColumns } from './db/scim-user.ts';
import { type FilterColumns, filterSql, sortSql } from './filter-sql.ts';
import { parseFilter } from './parse-filter.ts';
import { listResponse } from './resource/list-response.ts';
import { type ListQuery, includes, project, readPage, readProjection } from './resource/read-query.ts';
import { userResource } from './resource/user-resource.ts';

interface Company {
  companyId: number;
  baseUrl: string;
}

/** A page of the users, with their number. One statement reads the groups of all. */
export async function listUsers(sql: TenantSql, { companyId, baseUrl }: Company, query: ListQuery) {
  const { startIndex, count } = readPage(query);
  const projection = readProjection(query);
  const columns = filterColumns(sql);
  const condition = query.filter ? sql`and ${filterSql(sql, parseFilter(query.filter), columns)}` : sql``;
  const matching = sql`${provisionedUsers(sql, companyId)} ${condition}`;
  const records = await sql<ScimUserRecord[]>`
    select ${userColumns(sql)} ${matching}
    order by ${sortSql(sql, query, columns)} s.created_at, s.user_id
    limit ${count} offset ${startIndex - 1}`;
  const [counted] = await sql<{ total: number }[]>`select count(*)::integer as total ${matching}`;
  const groups = includes(projection, 'groups')
    ? await loadGroupsOfUsers(
        sql,
        companyId,
        records.map(({ userId }) => userId),
      )
    : new Map<string, never[]>();
  const resources = records.map((record) =>
    project(userResource(record, groups.get(record.userId) ?? [], baseUrl), projection),
  );
  return listResponse({ total: counted?.total ?? 0, startIndex, resources });
}

const fullName = (sql: TenantSql) => sql`(u.given_name || ' ' || u.family_name)`;

/**
 * The attributes that a filter may compare. All filters are limited to the users of the company, which its index
 * finds.
 */
export function filterColumns(sql: TenantSql): FilterColumns {
  const email = { kind: 'text', column: sql`coalesce(s.email, u.user_name)` } as const;
  return {
    id: { kind: 'text', column: sql`u.user_id::text`, toKey: (value) => value.toLowerCase() },
    username: { kind: 'text', column: sql`u.user_name_key`, toKey: userNameKey },
    externalid: { kind: 'text', column: sql`s.external_id`, isExact: true },
    displayname: { kind: 'text', column: sql`coalesce(s.display_name, ${fullName(sql)})` },
    'name.givenname': { kind: 'text', column: sql`u.given_name` },
    'name.familyname': { kind: 'text', column: sql`u.family_name` },
    'name.formatted': { kind: 'text', column: fullName(sql) },
    emails: email,
    'emails.value': email,
    'emails.type': { kind: 'text', column: sql`'work'::text` },
    'emails.primary': { kind: 'boolean', column: sql`true` },
    active: { kind: 'boolean', column: sql`u.active` },
    locale: { kind: 'text', column: sql`s.locale` },
    timezone: { kind: 'text', column: sql`s.time_zone` },
    'groups.value': {
      kind: 'contains',
      contains: (value) => sql`exists (
        select from scim_group_member m
        where m.company_id = s.company_id and m.user_id = s.user_id and m.group_id::text = ${value.toLowerCase()})`,
    },
    'meta.created': { kind: 'time', column: sql`s.created_at` },
    'meta.lastmodified': { kind: 'time', column: sql`greatest(s.updated_at, u.updated_at)` },
  };
}

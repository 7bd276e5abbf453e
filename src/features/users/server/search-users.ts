import type { Fragment, Sql } from '#database/connection.ts';
import { handle } from '#server/handler.ts';
import { searchUsers as endpoint } from '../endpoints.ts';
import { listSchema } from '../scim-user.ts';
import type { SortAttribute } from '../users-search.ts';
import { type UserRecord, toListedUser, userColumns } from './store/user-records.ts';
import { visibleUsers } from './store/visible-users.ts';

export const searchUsers = handle(endpoint, async ({ sql, caller, resource, body, now }) => {
  const inSight = visibleUsers(sql, caller, resource.paths[0] ?? '');
  const { startIndex = 1, count = 25, sortBy = 'userName', sortOrder = 'ascending' } = body;
  const [counted] = await sql<{ total: number }[]>`select count(*)::integer as total ${inSight}`;
  const records = await sql<UserRecord[]>`
    select ${userColumns(sql)} ${inSight}
    order by ${sortKey(sql, sortBy, now)} ${sortOrder === 'descending' ? sql`desc` : sql`asc`} nulls last,
             u.user_name_key, u.user_id
    limit ${count} offset ${startIndex - 1}`;
  return {
    schemas: [listSchema],
    totalResults: counted?.total ?? 0,
    startIndex,
    itemsPerPage: records.length,
    Resources: records.map((record) => toListedUser(record, now)),
  };
});

function sortKey(sql: Sql, attribute: SortAttribute, now: Date): Fragment {
  switch (attribute) {
    case 'userName':
      return sql`u.user_name_key`;
    case 'name.givenName':
      return sql`lower(u.given_name)`;
    case 'name.familyName':
      return sql`lower(u.family_name)`;
    case 'active':
      return sql`u.active`;
    case 'meta.created':
      return sql`u.created_at`;
    case 'extraInfo.passwordStatus':
      return sql`case when u.password_hash is null then 1 when u.locked_reason = 'TEMPORARY_PASSWORD' then 2
                      when u.locked_reason = 'PASSWORD_EXPIRED' then 3 else 0 end`;
    case 'extraInfo.lastLogon':
      return sql`u.last_logon_at`;
    case 'extraInfo.lockedReason':
      return sql`case when u.locked_until <= ${now} then null else u.locked_reason end`;
  }
}

import type { Sql } from '#database/connection.ts';

/** Makes the next request of every user with the role read its permissions again. Locks the users in the order of their ids. */
export async function raiseAccessVersions(sql: Sql, roleId: string): Promise<void> {
  await sql`
    update app_user u set access_version = access_version + 1
    from (
      select user_id from app_user
      where user_id in (select g.user_id from role_grant g where g.role_id = ${roleId})
      order by user_id for no key update
    ) holder
    where u.user_id = holder.user_id`;
}

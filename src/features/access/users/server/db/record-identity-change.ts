import type { Sql } from '#database/connection.ts';

/** Records who opened the account of a user. For a day the user cannot decide for them (docs/domain.md#approvals). */
export async function recordIdentityChange(
  sql: Sql,
  userId: string,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await sql`
    update app_user set identity_changed_by = ${by}, identity_changed_at = ${now} where user_id = ${userId}`;
}

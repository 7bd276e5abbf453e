import type { Fragment, Sql } from '#database/connection.ts';
import type { FeatureCode } from '#shared/permissions.ts';

/** Features of the organisation on `path` and of everything above it: a group's features reach down. */
export async function listFeatures(sql: Sql, path: string): Promise<FeatureCode[]> {
  const ids = path.split('/').slice(1).map(Number);
  const rows = await sql<{ feature: FeatureCode }[]>`
    select distinct feature from organisation_feature where organisation_id = any (${ids}) order by feature`;
  return rows.map((row) => row.feature);
}

/** Whether the organisation on `path`, a column, and all above it are active. */
export const isActiveCondition = (sql: Sql, path: Fragment): Fragment => sql`
  not exists (select from organisation a
              where not a.active and a.id = any (string_to_array(ltrim(${path}, '/'), '/')::integer[]))`;

import type { Fragment, Sql } from '#database/connection.ts';

/** Whether the organisation on `path`, a column, and all above it are active. */
export const isActiveOn = (sql: Sql, path: Fragment): Fragment => sql`
  not exists (select from organisation a
              where not a.active and a.id = any (string_to_array(ltrim(${path}, '/'), '/')::integer[]))`;

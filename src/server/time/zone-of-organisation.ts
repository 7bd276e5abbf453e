import type { Fragment, Sql } from '#database/connection.ts';

/** For organisations that neither have nor inherit a time zone. */
export const defaultZone = 'Europe/London';

/** The time zone in which an organisation's days begin: its own, or that of the nearest ancestor. */
export async function zoneOfOrganisation(sql: Sql, organisationId: number): Promise<string> {
  const [row] = await sql<{ zone: string }[]>`
    select ${zoneColumn(sql, sql`${organisationId}::integer`)} as zone`;
  return row?.zone ?? defaultZone;
}

/** The same as an SQL expression, for a statement with the organisation's id in a column. */
export function zoneColumn(sql: Sql, id: Fragment): Fragment {
  return sql`coalesce((
    select a.time_zone
    from organisation o
    join organisation a on a.id = any (string_to_array(ltrim(o.path, '/'), '/')::integer[])
    where o.id = ${id} and a.time_zone is not null
    order by length(a.path) desc limit 1), ${defaultZone})`;
}

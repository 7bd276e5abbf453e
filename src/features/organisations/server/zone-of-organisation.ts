import type { Sql } from '#database/connection.ts';

/** Of organisations that name no zone, neither themselves nor above them. */
export const defaultZone = 'Europe/London';

/** The time zone in which an organisation's days begin: its own, else the nearest above it. */
export async function zoneOfOrganisation(sql: Sql, organisationId: number): Promise<string> {
  const [row] = await sql<{ zone: string }[]>`
    select a.time_zone as zone
    from organisation o
    join organisation a on a.id = any (string_to_array(ltrim(o.path, '/'), '/')::integer[])
    where o.id = ${organisationId} and a.time_zone is not null
    order by length(a.path) desc limit 1`;
  return row?.zone ?? defaultZone;
}

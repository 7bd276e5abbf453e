import type { Sql } from '#database/connection.ts';

/** The provider at the top of the tree. */
export const topOrganisation = 1;

/** Creates the organisation at the top, or renames the one that an operator's command has created. */
export async function insertTopOrganisation(sql: Sql, name: string): Promise<void> {
  await sql`
    insert into organisation (id, type, name, path)
    values (${topOrganisation}, 'DOMAIN', ${name}, ${`/${topOrganisation}`})
    on conflict (id) do update set name = excluded.name`;
}

import type { Sql } from '#database/connection.ts';

/** The source list of the header that says who may frame the page. */
export function frameAncestors(origins: readonly string[]): string {
  const known = origins.filter((origin) => /^https?:\/\/[\w.-]+(?::(?:\d{1,5}|\*))?$/.test(origin));
  return known.length === 0 ? "'none'" : known.join(' ');
}

/** In the order in which they were set; `lock` keeps others from changing them. */
export async function storedOrigins(sql: Sql, installationId: number, lock = false): Promise<string[]> {
  const [row] = await sql<{ webOrigins: string[] }[]>`
    select web_origins from installation where installation_id = ${installationId}
    ${lock ? sql`for update` : sql``}`;
  return row?.webOrigins ?? [];
}

import type { Sql } from '#database/connection.ts';

/** The sources of the `frame-ancestors` directive. */
export function frameAncestors(origins: readonly string[]): string {
  const valid = origins.filter((origin) => /^https?:\/\/[\w.-]+(?::(?:\d{1,5}|\*))?$/.test(origin));
  return valid.length === 0 ? "'none'" : valid.join(' ');
}

/** The sites in their stored order. `lock` locks the row until the transaction ends. */
export async function loadStoredOrigins(sql: Sql, installationId: number, lock = false): Promise<string[]> {
  const [row] = await sql<{ webOrigins: string[] }[]>`
    select web_origins from installation where installation_id = ${installationId}
    ${lock ? sql`for update` : sql``}`;
  return row?.webOrigins ?? [];
}

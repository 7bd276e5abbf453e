import type { Database } from '#database/connection.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import type { Log } from '../log.ts';
import type { Caller } from './caller.ts';

/**
 * Counts the requests of API keys in this process and adds them to the database in one statement, so that no request writes.
 * A crash loses the counts of some seconds (docs/decisions/0117).
 */
export class ApiKeyUse {
  readonly #services: { database: Database; log: Log };
  #counts = new Map<string, { companyId: number; requests: number }>();

  constructor(services: { database: Database; log: Log }) {
    this.#services = services;
  }

  count({ id, tenantIds: [companyId] }: Pick<Caller, 'id' | 'tenantIds'>): void {
    const entry = this.#counts.get(id);
    if (entry) entry.requests += 1;
    else if (companyId !== undefined) this.#counts.set(id, { companyId, requests: 1 });
  }

  /** Never throws: the counts are lost then. */
  async flush(): Promise<void> {
    if (this.#counts.size === 0) return;
    // In the order of the keys, so that two processes never wait for each other.
    const counted = [...this.#counts].toSorted(([left], [right]) => (left < right ? -1 : 1));
    this.#counts = new Map();
    const { database, log } = this.#services;
    await inTenant(
      database,
      'all-tenants',
      (sql) => sql`
        insert into api_key_use (company_id, api_id, minute, requests)
        select company_id, api_id, date_trunc('minute', clock_timestamp()), requests
        from unnest(${counted.map(([, { companyId }]) => companyId)}::integer[],
                    ${counted.map(([apiId]) => apiId)}::text[],
                    ${counted.map(([, { requests }]) => requests)}::integer[]) as counted (company_id, api_id, requests)
        on conflict (company_id, api_id, minute) do update set requests = api_key_use.requests + excluded.requests`,
    ).catch((error: unknown) => log.warn({ err: error }, 'requests of API keys not counted'));
  }
}

/** The requests of a key in the last hour, by the clock of the database. */
export async function countRequestsInLastHour(
  sql: TenantSql,
  companyId: number,
  apiId: string,
): Promise<number> {
  const [row] = await sql<{ requests: number }[]>`
    select coalesce(sum(requests), 0)::int as requests from api_key_use
    where company_id = ${companyId} and api_id = ${apiId} and minute > clock_timestamp() - interval '1 hour'`;
  return row?.requests ?? 0;
}

/** Counts older than a day are shown nowhere. */
export async function deleteOldUse(database: Database): Promise<void> {
  await inTenant(
    database,
    'all-tenants',
    (sql) => sql`delete from api_key_use where minute < clock_timestamp() - interval '1 day'`,
  );
}

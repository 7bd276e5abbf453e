import type { TenantSql } from '#database/tenant.ts';

export interface ProcessorOutage {
  processor: string;
  /** Attempts that met it. */
  episodes: number;
  since: Date;
}

/** Processors that attempts could not reach since then. */
export const outagesSince = (sql: TenantSql, since: Date): Promise<ProcessorOutage[]> =>
  sql<ProcessorOutage[]>`
    select outage_of as processor, count(*)::integer as episodes, min(outage_since) as since
    from schedule_episode
    where outages > 0 and outage_at > ${since} and outage_of is not null
    group by outage_of order by outage_of`;

import type { Database } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import type { Keys } from '../../keys.ts';
import { auditRoot, listLivePrograms } from './key-programs.ts';

/** A program that was paused may write under an earlier root secret, so retired ones are looked for again. */
const recheckMinutes = 10;

/** Whether stored values may be of an earlier generation: after a rotation, and then every ten minutes. */
export async function isDueForCheck(database: Database, { roots }: Pick<Keys, 'roots'>): Promise<boolean> {
  if (roots.writing === 1) return false;
  const [row] = await database<{ due: boolean }[]>`
    select bool_or(retired_at is null or checked_at < clock_timestamp() - make_interval(mins => ${recheckMinutes})) as due
    from key_root where generation < ${roots.writing}`;
  return row?.due ?? false;
}

/** Records that no value is left of earlier generations, or that some are. */
export async function retireRoots(
  database: Database,
  { roots }: Pick<Keys, 'roots'>,
  left: number,
): Promise<void> {
  await inTenant(database, 'all-tenants', async (sql) => {
    const programs = await listLivePrograms(sql);
    const isLeft = left > 0 || programs.some(({ writingGeneration }) => writingGeneration < roots.writing);
    const rows = await sql<{ generation: number; at: Date; isNew: boolean }[]>`
      update key_root r set checked_at = clock_timestamp(), retired_at = case when not ${isLeft} then coalesce(r.retired_at, clock_timestamp()) end
      from (select generation, retired_at from key_root where generation < ${roots.writing} for update) before
      where r.generation = before.generation
      returning r.generation, r.checked_at as at, before.retired_at is null and r.retired_at is not null as is_new`;
    for (const { generation, at, isNew } of rows)
      if (isNew) await auditRoot(sql, 'retireRootSecret', generation, at);
  });
}

import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { suspendSchedules } from '#features/payments/schedules/server/suspend-schedules.ts';
import { setActive } from './manage-organisation.ts';

type InTenant = <T>(work: (sql: TenantSql) => Promise<T>) => Promise<T>;

const batch = 25;
const maxPerCall = 1000;

/**
 * Deactivates an organisation or installation, then suspends its schedules in separate transactions. Repeatable:
 * `isMore` when a repeated call suspends more.
 */
export async function deactivate(
  inTenant: InTenant,
  by: Actor,
  { id, path }: { id: number; path: string },
): Promise<{ suspended: number; isMore: boolean }> {
  await inTenant((sql) => setActive(sql, by, { id, isActive: false }));
  let suspended = 0;
  for (let suspendedInBatch = batch; suspendedInBatch === batch && suspended < maxPerCall;) {
    suspendedInBatch = await inTenant((sql) => suspendSchedules(sql, by, { path, limit: batch }));
    suspended += suspendedInBatch;
  }
  return { suspended, isMore: suspended >= maxPerCall };
}

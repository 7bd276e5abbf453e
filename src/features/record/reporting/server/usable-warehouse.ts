import { QueryCancelled, QueryTimeout } from '#database/cancellable.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Services } from '#server/services.ts';
import { WarehouseTimeout } from '#warehouse/warehouse.ts';
import { replicationState } from './replication-state.ts';

/** Why no query can use the warehouse now; undefined when it can be used. */
export function findUnusableReason({ warehouse, state }: Services): 'none' | 'down' | undefined {
  if (!warehouse) return 'none';
  return state.warehouseCircuit.isOpen ? 'down' : undefined;
}

/** Whether the warehouse's data can be used. If replication is down or behind, PostgreSQL responds instead. */
type Replicated = { state: 'usable'; completeUntil: Date } | { state: 'down' | 'behind' };

/** The moment up to which the warehouse has every change. */
export async function completeMoment(sql: TenantSql, { clock, config }: Services): Promise<Replicated> {
  const { completeUntil } = await replicationState(sql);
  if (!completeUntil) return { state: 'down' };
  const lagMs = clock.now().getTime() - completeUntil.getTime();
  return lagMs > config.warehouseLagMs ? { state: 'behind' } : { state: 'usable', completeUntil };
}

/**
 * Called before PostgreSQL answers instead: keeps the next requests from the warehouse. Throws when the client has
 * disconnected, and after a timeout, because PostgreSQL would not be faster.
 */
export function afterFailure(services: Services, signal: AbortSignal, error: unknown): void {
  if (signal.aborted) throw new QueryCancelled();
  if (error instanceof WarehouseTimeout) throw new QueryTimeout();
  services.log.error({ err: error }, 'the warehouse failed; PostgreSQL serves the report');
  services.state.warehouseCircuit.open();
}

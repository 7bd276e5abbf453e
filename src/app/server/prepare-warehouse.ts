import type { Database } from '#database/connection.ts';
import { replicationState } from '#features/transactions/server/replication/replication-state.ts';
import {
  WarehouseChanged,
  warehousePosition,
} from '#features/transactions/server/replication/replicate-to-warehouse.ts';
import { ensureTables } from '#features/transactions/server/report/warehouse/warehouse-table.ts';
import { type Config, ConfigError } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import {
  type EmbeddedWarehouse,
  NoEmbeddedWarehouse,
  startEmbeddedWarehouse,
} from '#warehouse/embedded-warehouse.ts';
import { type Warehouse, openWarehouse } from '#warehouse/warehouse.ts';

export interface PreparedWarehouse {
  warehouse: Warehouse | undefined;
  close(): Promise<void>;
}

/**
 * The warehouse as configured, with its tables. One that is ours must start; one elsewhere may be away: the program works
 * without it, and the feed tries again.
 */
export async function prepareWarehouse(
  config: Config,
  database: Database,
  log: Log,
): Promise<PreparedWarehouse> {
  if (config.warehouse === 'none') return { warehouse: undefined, close: async () => {} };
  let embedded: EmbeddedWarehouse | undefined;
  try {
    embedded = config.warehouse === 'embedded' ? await startEmbeddedWarehouse(config.dataDir) : undefined;
  } catch (error) {
    if (error instanceof NoEmbeddedWarehouse) throw new ConfigError(`--warehouse embedded: ${error.message}`);
    throw error;
  }
  const warehouse = openWarehouse(embedded?.url ?? String(config.warehouse));
  const close = async () => {
    await warehouse.close();
    await embedded?.stop();
  };
  try {
    await ensureTables(warehouse);
    const { feedId } = await replicationState(database);
    await warehousePosition(warehouse, feedId);
  } catch (error) {
    if (error instanceof WarehouseChanged || embedded) {
      await close();
      throw error instanceof WarehouseChanged ? new ConfigError(`--warehouse: ${error.message}.`) : error;
    }
    log.error({ err: error }, 'the warehouse cannot be reached; PostgreSQL answers reports until it can');
  }
  return { warehouse, close };
}

import type { Database } from '#database/connection.ts';
import { replicationState } from '#features/reporting/server/replication/replication-state.ts';
import {
  WarehouseChanged,
  warehousePosition,
} from '#features/reporting/server/replication/replicate-to-warehouse.ts';
import { ensureTables } from '#features/reporting/server/warehouse-table.ts';
import { type Config, ConfigError } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { NoEmbeddedWarehouse, startEmbeddedWarehouse } from '#warehouse/embedded-warehouse.ts';
import { openClickHouse } from '#warehouse/clickhouse-http.ts';
import type { Warehouse } from '#warehouse/warehouse.ts';

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
  const isEmbedded = config.warehouse === 'embedded';
  const warehouse = isEmbedded ? await openEmbedded(config) : openClickHouse(String(config.warehouse));
  const close = () => warehouse.close();
  try {
    await ensureTables(warehouse);
    const { feedId } = await replicationState(database);
    await warehousePosition(warehouse, feedId);
  } catch (error) {
    if (error instanceof WarehouseChanged || isEmbedded) {
      await close();
      throw error instanceof WarehouseChanged ? new ConfigError(`--warehouse: ${error.message}.`) : error;
    }
    log.error({ err: error }, 'the warehouse cannot be reached; PostgreSQL answers reports until it can');
  }
  return { warehouse, close };
}

async function openEmbedded({ dataDir }: Config): Promise<Warehouse> {
  try {
    return await startEmbeddedWarehouse(dataDir);
  } catch (error) {
    if (error instanceof NoEmbeddedWarehouse) throw new ConfigError(`--warehouse embedded: ${error.message}`);
    throw error;
  }
}

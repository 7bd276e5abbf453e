import type { Clock } from '#server/clock.ts';
import type { WarehouseReplication } from '../server/replicate-to-warehouse.ts';

/**
 * Replicates until nothing is left and returns the number of rows. `clock` is the replication's own. Other
 * tests' open transactions delay it, so an empty batch is not the end.
 */
export async function replicateAll(clock: Clock, replication: WarehouseReplication): Promise<number> {
  let sent = 0;
  for (;;) {
    const { rows, completeUntil } = await replication.replicateBatch();
    sent += rows;
    if (rows === 0 && completeUntil?.getTime() === clock.now().getTime()) return sent;
  }
}

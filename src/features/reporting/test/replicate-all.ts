import type { Clock } from '#server/clock.ts';
import type { WarehouseReplication } from '../server/replication/replicate-to-warehouse.ts';

/**
 * Feeds until everything is there; answers how many rows were sent. `clock` is the feed's own. Open transactions of other tests
 * on the same server hold every feed up: no rows are no sign of the end.
 */
export async function replicateAll(clock: Clock, feed: WarehouseReplication): Promise<number> {
  let sent = 0;
  for (;;) {
    const { rows, completeUntil } = await feed.step();
    sent += rows;
    if (rows === 0 && completeUntil?.getTime() === clock.now().getTime()) return sent;
  }
}

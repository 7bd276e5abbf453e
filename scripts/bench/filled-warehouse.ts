import { setTimeout as pause } from 'node:timers/promises';
import { startReplication } from '#features/record/reporting/server/replicate-to-warehouse.ts';
import { replicationState } from '#features/record/reporting/server/replication-state.ts';
import type { Services } from '#server/services.ts';
import { startEngine } from '#testing/warehouse/engine.ts';
import type { Warehouse } from '#warehouse/warehouse.ts';
import type { BenchEnv } from './bench-env.ts';

/** Measures with ClickHouse's engine, once it has every transaction. */
export async function* withFilledWarehouse(
  env: BenchEnv,
  measure: (services: Services, warehouse: Warehouse) => AsyncGenerator<string>,
): AsyncGenerator<string> {
  const warehouse = await startEngine(env.services.config.dataDir);
  const services: Services = { ...env.services, warehouse };
  const replication = startReplication(services, warehouse);
  try {
    yield* waitUntilFilled(env, services);
    yield* measure(services, warehouse);
  } finally {
    await replication.stop();
    await warehouse.close();
  }
}

/** Waits for replication to reach the present. */
async function* waitUntilFilled(
  { transactions }: BenchEnv,
  { database, clock }: Services,
): AsyncGenerator<string> {
  const start = performance.now();
  for (;;) {
    const { completeUntil } = await replicationState(database);
    if (completeUntil && clock.now().getTime() - completeUntil.getTime() < 2000) break;
    await pause(200);
  }
  const seconds = (performance.now() - start) / 1000;
  yield `warehouse filled in ${seconds.toFixed(1)} s, ${Math.round(transactions / seconds)}/s when it was empty`;
}

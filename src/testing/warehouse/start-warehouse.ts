import { rm } from 'node:fs/promises';
import type { Counter } from 'prom-client';
import { describe } from 'vitest';
import type { Warehouse } from '#warehouse/warehouse.ts';
import { runFolder } from '../run-folder.ts';
import { type WarehouseEngine, missingEngine, startEngine } from './engine.ts';

const missing = missingEngine();

/** Tests that need a warehouse. Without one, their title has the reason for skipping them. */
export function describeWarehouse(title: string, tests: () => void): void {
  if (missing === undefined) describe(title, tests);
  else describe.skip(`${title} (SKIPPED: ${missing})`, tests);
}

export interface TestWarehouse {
  warehouse: WarehouseEngine;
  /** The warehouse for an application. A test breaks it by setting `breakable.queried`. */
  breakable: Warehouse & { queried: Warehouse };
  stop(): Promise<void>;
}

/** ClickHouse's engine in a separate folder. */
export async function startWarehouse(): Promise<TestWarehouse> {
  const folder = runFolder('warehouse');
  // Threads of one query cost more than they save on a few hundred rows.
  const warehouse = await startEngine(folder, { maxThreads: 1 });
  return {
    warehouse,
    breakable: {
      queried: warehouse,
      rows(...ctx) {
        return this.queried.rows(...ctx);
      },
      insert(...ctx) {
        return this.queried.insert(...ctx);
      },
      command(...ctx) {
        return this.queried.command(...ctx);
      },
      close: async () => {},
    },
    async stop() {
      await warehouse.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The labels of the choices that a counter of `store` and `why` has gained during `work`: 'warehouse chosen'. */
export async function recordChoices(
  counter: Counter<'store' | 'why'>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const readCounters = async () => {
    const { values } = await counter.get();
    return new Map(values.map(({ labels, value }) => [`${labels.store} ${labels.why}`, value]));
  };
  const before = await readCounters();
  await work();
  return [...(await readCounters())]
    .filter(([name, value]) => before.get(name) !== value)
    .map(([name]) => name);
}

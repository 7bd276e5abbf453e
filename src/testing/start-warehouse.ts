import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe } from 'vitest';
import { projectRoot } from '#server/config.ts';
import {
  type EmbeddedWarehouse,
  missingEngine,
  startEmbeddedWarehouse,
} from '#warehouse/embedded-warehouse.ts';

const missing = missingEngine();

/** Tests that need a warehouse. Without one, their title says why they were skipped. */
export function describeWarehouse(title: string, tests: () => void): void {
  if (missing === undefined) describe(title, tests);
  else describe.skip(`${title} (SKIPPED: ${missing})`, tests);
}

export interface TestWarehouse {
  warehouse: EmbeddedWarehouse;
  stop(): Promise<void>;
}

/** The embedded engine in a folder of its own. */
export async function startWarehouse(): Promise<TestWarehouse> {
  const folder = await mkdtemp(join(projectRoot, '.cache', 'test-warehouse-'));
  const warehouse = await startEmbeddedWarehouse(folder);
  return {
    warehouse,
    async stop() {
      await warehouse.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

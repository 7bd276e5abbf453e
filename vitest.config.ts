import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

/** They measure how soon a product answers that is short of something, so nothing else may run beside them. */
const alone = ['src/app/server/test/outages.test.ts', 'src/app/server/test/overload.test.ts'];

/** They replace modules of the product, so they share none with other files. */
const mocking = [
  'src/app/web/test/failure-handler.test.ts',
  'src/features/access/session/test/equal-effort.test.ts',
  'src/web/test/list-screen.test.ts',
];

// Many tests start programs, most of which are killed: they load compiled modules.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache', 'compiled');

export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    // A busy machine may take its time; what never comes still fails.
    expect: { poll: { timeout: 10_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          include: ['src/**/test/**/*.test.ts', 'scripts/test/*.test.ts'],
          exclude: [...configDefaults.exclude, ...alone, ...mocking],
          environment: 'node',
          globalSetup: 'src/testing/database-server.ts',
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // Tests wait a tenth of their time. A third worker uses it on two cores.
          maxWorkers: 3,
          // A worker loads the product's modules once for all its files. State is in Services, never in a module.
          isolate: false,
          // Fewer collections of garbage, a tenth of their time.
          execArgv: ['--max-semi-space-size=64'],
        },
      },
      {
        extends: true,
        test: {
          name: 'mocking',
          include: mocking,
          environment: 'node',
          globalSetup: 'src/testing/database-server.ts',
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          environment: 'node',
          globalSetup: 'src/testing/database-server.ts',
          testTimeout: 120_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          // After the other projects of a run.
          sequence: { groupOrder: 1 },
          // A busy machine may lose a second somewhere; what is broken fails twice.
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['e2e/*.test.ts'],
          environment: 'node',
          globalSetup: 'e2e/running-product.ts',
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // Each worker has a product and a browser for all its files. Starting them takes longer than most files.
          maxWorkers: Number(process.env.COUNTINGHOUSE_BROWSERS ?? 1),
          isolate: false,
          // As above.
          retry: 1,
        },
      },
    ],
  },
});

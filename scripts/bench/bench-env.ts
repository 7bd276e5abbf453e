import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { bulkLoad } from '#app/server/demo/bulk/bulk-load.ts';
import { prepareDatabase } from '#app/server/prepare-database.ts';
import { createGateway } from '#app/server/processes/gateway-server.ts';
import { createPortal } from '#app/server/processes/portal-server.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { inTenant } from '#database/tenant.ts';
import { rollUpTotals } from '#features/record/reporting/server/totals.ts';
import { onlyProcessor, sandboxConnectionId } from '#integrations/processors/processors.ts';
import { decideSandboxResponse } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { projectRoot, readConfig } from '#server/config.ts';
import { selectMasterKeySource } from '#server/auth/key-store/master-key-source.ts';
import { createLog } from '#server/log.ts';
import { createMetrics } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';

/** The product's processes on a seeded database, listening on real ports, and a direct database client. */
export interface BenchEnv {
  portal: string;
  gateway: string;
  /** With a processor that responds at once. */
  services: Services;
  /** The product's own connections. */
  processors: Services['processors'];
  owner: Database;
  /** As the product's sandbox connects. */
  sandbox: Database;
  /** Connects as the application's role, like the product. */
  plain: Database;
  transactions: number;
  close(): Promise<void>;
}

/** Opens `.cache/bench/<rows>`, and seeds it on the first run. */
export async function openBenchEnv(rows: number): Promise<BenchEnv> {
  const dataDir = join(projectRoot, '.cache', 'bench', String(rows));
  await mkdir(dataDir, { recursive: true });
  const config = readConfig(
    [
      '--data-dir',
      dataDir,
      '--demo',
      '0',
      '--export-limit',
      '100000000',
      '--search-limit',
      '0',
      '--log-level',
      'error',
      '--sandbox',
      'true',
    ],
    // Responses are not compared with their schemas, as for a merchant.
    { NODE_ENV: 'production' },
  );
  const embedded = await startEmbeddedPostgres(config.dataDir);
  const masterKeySource = selectMasterKeySource(config, process.env);
  const prepared = await prepareDatabase({
    config,
    url: embedded.url,
    masterKeySource,
    log: createLog('error'),
  });
  const { services, url } = prepared;
  const stop = async () => {
    await prepared.stop();
    await embedded.stop();
  };
  const owner = openDatabase(url, { as: 'owner', max: 10, kind: 'maintenance' });
  const plain = openDatabase(url, { max: 8 });
  const sandbox = openDatabase(url, { as: 'owner', max: 4 });
  const apps: FastifyInstance[] = [];
  try {
    const count = async () => (await owner<{ all: number }[]>`select count(*) as all from txn`)[0]?.all ?? 0;
    if ((await count()) < rows / 2) {
      const start = performance.now();
      const created = await bulkLoad(url, services.keys, {
        transactions: rows,
        now: new Date(),
        progress: (done) => process.stderr.write(`\rseeding: ${done.toLocaleString('en')} `),
      });
      const seconds = (performance.now() - start) / 1000;
      console.log(`\nseeded ${created} transactions, ${Math.round(created / seconds)}/s`);
      await owner.unsafe('vacuum analyze');
      await owner.unsafe('checkpoint');
    }
    // Seeded data may be older than this column.
    await owner`
      update installation set web_origins = array['https://shop.harbour.example'] where installation_id = 5300001`;
    // Rolls up the payments of earlier runs, like the worker.
    while ((await inTenant(services.database, 'all-tenants', (sql) => rollUpTotals(sql, 5000))) > 0);
    const instant = await withInstantProcessor(services);
    const metrics = createMetrics();
    apps.push(await createPortal(services, metrics), await createGateway(instant, metrics));
    const [portal = '', gateway = ''] = await Promise.all(
      apps.map((app) => app.listen({ host: '127.0.0.1', port: 0 })),
    );
    const close = async () => {
      await Promise.all(apps.map((app) => app.close()));
      await Promise.all([owner, plain, sandbox].map((one) => one.end({ timeout: 5 })));
      await stop();
    };
    return {
      processors: services.processors,
      sandbox,
      portal,
      gateway,
      owner,
      plain,
      transactions: await count(),
      services: instant,
      close,
    };
  } catch (error) {
    await Promise.all([owner, plain, sandbox].map((one) => one.end({ timeout: 5 })));
    await stop();
    throw error;
  }
}

/** Replaces the processor by the sandbox's rules, without latency and without database. */
async function withInstantProcessor(services: Services): Promise<Services> {
  const card = { credential: 'bench', authorises: true, expiry: '1230' };
  const setup = await services.processors.current();
  const sandbox = setup.open(sandboxConnectionId, { installationId: 0 });
  if (!sandbox) throw new Error('the bench runs with the sandbox');
  return {
    ...services,
    processors: onlyProcessor({
      ...sandbox,
      async send(operation) {
        return {
          kind: 'response',
          response: decideSandboxResponse(operation, card, services.clock.now()).response,
        };
      },
    }),
  };
}

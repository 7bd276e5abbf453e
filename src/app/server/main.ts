import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { headPlace } from '#features/record/audit/server/seal/seal-head.ts';
import { type Config, ConfigError, productVersion, readConfig, drainMs } from '#server/config.ts';
import { selectMasterKeySource } from '#server/auth/key-store/master-key-source.ts';
import { type Log, createLog } from '#server/log.ts';
import { startReplication } from '#features/record/reporting/server/replicate-to-warehouse.ts';
import { createMetrics } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';
import { claimDataDirectory } from './data-directory.ts';
import { prepareDatabase } from './prepare-database.ts';
import { describeError, startWhenDatabaseIsReady } from './start-when-ready.ts';
import { createGateway } from './processes/gateway-server.ts';
import { jobs } from './jobs.ts';
import { pagesBuilt } from './pages-built.ts';
import { createOperator, registerHealthRoutes } from './processes/operator-server.ts';
import { createPortal } from './processes/portal-server.ts';
import { startWorker } from './processes/start-worker.ts';

try {
  await main();
} catch (error) {
  console.error(`\nCountinghouse cannot start. ${describeError(error)}\n`);
  if (process.argv.includes('debug')) console.error(error);
  process.exit(1);
}

/** From options to `ready`. Everything that can be rejected is rejected before any change. */
async function main(): Promise<void> {
  if (process.argv.includes('--version')) {
    console.log(productVersion());
    return;
  }
  const config = readConfig(process.argv.slice(2), process.env);
  const log = createLog(config.logLevel);
  // Both throw for missing credentials.
  const masterKeySource = selectMasterKeySource(config, process.env);
  if (config.programs.includes('worker')) headPlace(config, process.env);
  await refuseTakenPorts(config);
  // In the order of opening; closed in reverse.
  const closers: (() => Promise<void>)[] = [await claimDataDirectory(config.dataDir)];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  stopOnSignals(stop);
  try {
    const url = config.databaseUrl ?? (await startEmbeddedDatabase(config, log, closers));
    await startWhenDatabaseIsReady(
      config,
      log,
      async () => {
        const prepared = await prepareDatabase({ config, url, masterKeySource, log });
        await pagesBuilt().catch(async (error: unknown) => {
          await prepared.stop();
          throw error;
        });
        return prepared;
      },
      async (prepared) => {
        const { services, jobServices, welcome } = prepared;
        try {
          const running = await startPrograms(services, jobServices, prepared.url);
          closers.push(prepared.stop, running.stop);
        } catch (error) {
          await prepared.stop();
          throw error;
        }
        announce(config, welcome);
      },
    );
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The embedded server, restarted whenever it ends. Returns its address. */
async function startEmbeddedDatabase(
  config: Config,
  log: Log,
  closers: (() => Promise<void>)[],
): Promise<string> {
  const embedded = await startEmbeddedPostgres(config.dataDir);
  closers.push(embedded.stop);
  embedded.supervise((event) => {
    if (event.kind === 'lost') log.error('the embedded database has stopped; restarting it');
    else if (event.kind === 'back')
      log.info({ afterMs: event.afterMs }, 'the embedded database has restarted');
    else {
      const reason = (event.error as Error).message;
      log.error({ reason, nextTryMs: event.nextTryMs }, 'the embedded database did not start');
    }
  });
  return embedded.url;
}

function announce(config: Config, welcome: readonly string[]): void {
  for (const line of welcome) console.log(line);
  console.log(`ready ${config.portalUrl}`);
}

/**
 * Stops on a signal, and when the launcher is gone: a killed launcher sends no signal, and the ports must be
 * free for the next start.
 */
function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  const beginStop = () => {
    if (stopping) return;
    stopping = true;
    void stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, beginStop);
  const parent = process.ppid;
  if (process.env.COUNTINGHOUSE_LAUNCHER === String(parent)) {
    setInterval(() => process.ppid !== parent && beginStop(), 500).unref();
  }
}

async function refuseTakenPorts(config: Config): Promise<void> {
  const bindings: [name: string, port: number, host: string][] = [
    ['operator-port', config.operatorPort, config.operatorHost],
  ];
  if (config.programs.includes('portal')) bindings.unshift(['port', config.port, config.host]);
  if (config.programs.includes('gateway')) bindings.push(['checkout-port', config.checkoutPort, config.host]);
  for (const [name, port, host] of bindings) {
    await new Promise<void>((resolve, reject) => {
      const probe = createServer();
      probe.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          new ConfigError(
            error.code === 'EADDRINUSE'
              ? `Port ${port} is in use. Stop the program that uses it, or choose another port with --${name}.`
              : `Port ${port} cannot be used (${error.code}). Choose another port with --${name}.`,
          ),
        ),
      );
      probe.listen(port, host, () => probe.close(() => resolve()));
    });
  }
}

/**
 * Starts the configured servers in this process. `jobServices` are for the worker. Leaves nothing open when
 * it throws.
 */
async function startPrograms(
  services: Services,
  jobServices: Services,
  databaseUrl: string,
): Promise<{ stop(): Promise<void> }> {
  const { config } = services;
  let draining = false;
  const servers: FastifyInstance[] = [];
  const started: { stop(): Promise<void> }[] = [];
  const stopWork = async (): Promise<void> => {
    await Promise.all(started.splice(0).map((process) => process.stop()));
  };
  const stop = async (): Promise<void> => {
    draining = true;
    // Finishes pending requests; those beyond the drain time are cut off.
    const closed = Promise.all(servers.map((server) => server.close()));
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, drainMs).unref())]);
    await stopWork();
  };
  services.state.excluded.signal.addEventListener('abort', () => void stopWork().catch(() => {}));
  try {
    await start();
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function start(): Promise<void> {
    const metrics = createMetrics();
    const isDraining = () => draining;
    const startListening = async (app: FastifyInstance, port: number, host: string) => {
      servers.push(app);
      await app.listen({ port, host });
    };
    if (config.programs.includes('portal')) {
      const portal = await createPortal(services, metrics);
      registerHealthRoutes(portal, services, isDraining);
      await startListening(portal, config.port, config.host);
    }
    if (config.programs.includes('gateway')) {
      const gateway = await createGateway(services, metrics);
      registerHealthRoutes(gateway, services, isDraining);
      await startListening(gateway, config.checkoutPort, config.host);
    }
    await startListening(
      createOperator(services, metrics, isDraining),
      config.operatorPort,
      config.operatorHost,
    );
    if (!config.programs.includes('worker')) return;
    started.push(await startWorker(jobServices, databaseUrl, jobs));
    if (services.warehouse) started.push(startReplication(jobServices, services.warehouse));
  }
}

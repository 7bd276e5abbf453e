import { createServer } from 'node:net';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { headPlace } from '#features/record/audit/server/seal/seal-head.ts';
import { type Config, ConfigError, readConfig } from '#server/config.ts';
import { loadKeys } from '#server/keys.ts';
import { type Log, createLog } from '#server/log.ts';
import { startPrograms } from './processes/start-processes.ts';
import { claimDataDirectory } from './data-directory.ts';
import { prepareDatabase } from './prepare-database.ts';
import { describeError, startWhenDatabaseIsReady } from './start-when-ready.ts';

try {
  await main();
} catch (error) {
  console.error(`\nCountinghouse cannot start. ${describeError(error)}\n`);
  if (process.argv.includes('debug')) console.error(error);
  process.exit(1);
}

/** From options to `ready`. Everything that can be rejected is rejected before any change. */
async function main(): Promise<void> {
  const config = readConfig(process.argv.slice(2), process.env);
  const log = createLog(config.logLevel);
  // Throws for missing credentials.
  if (config.programs.includes('worker')) headPlace(config, process.env);
  await refuseTakenPorts(config);
  // In the order of opening; closed in reverse.
  const closers: (() => Promise<void>)[] = [await claimDataDirectory(config.dataDir)];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  stopOnSignals(stop);
  try {
    const keys = await loadKeys(config.dataDir, process.env);
    const url = config.databaseUrl ?? (await startEmbeddedDatabase(config, log, closers));
    await startWhenDatabaseIsReady(
      config,
      log,
      () => prepareDatabase({ config, url, keys, log }),
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

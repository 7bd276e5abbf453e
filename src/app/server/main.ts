import { createServer } from 'node:net';
import { DatabaseTooNew } from '#database/migrate.ts';
import { type Config, ConfigError, readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { startPrograms } from './programs/start-programs.ts';
import { claimDataDirectory } from './data-directory.ts';
import { prepareDatabase } from './prepare-database.ts';

try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof DatabaseTooNew)) throw error;
  console.error(`\nCountinghouse cannot start. ${error.message}\n`);
  process.exit(1);
}

/** From options to `ready`; everything that can be refused is refused before anything is changed. */
async function main(): Promise<void> {
  const config = readConfig(process.argv.slice(2), process.env);
  const log = createLog(config.logLevel);
  await refuseTakenPorts(config);
  const release = await claimDataDirectory(config.dataDir);
  let stop = async () => {};
  try {
    const prepared = await prepareDatabase(config, log);
    stop = prepared.stop;
    const running = await startPrograms(prepared.services, prepared.url);
    stop = async () => {
      await running.stop();
      await prepared.stop();
    };
    // Before anybody is told that it runs: who is told may stop it at once.
    stopOnSignals(async () => {
      await stop();
      await release();
    });
    announce(config, prepared.welcome);
  } catch (error) {
    await stop();
    await release();
    throw error;
  }
}

function announce(config: Config, welcome: readonly string[]): void {
  for (const line of welcome) console.log(line);
  console.log(`ready ${config.portalUrl}`);
}

/**
 * Stops on a signal, and when the launcher that started us is gone: killed outright, it could not tell,
 * and the ports must be free for the next start.
 */
function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  const begin = () => {
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, begin);
  const parent = process.ppid;
  if (process.env.COUNTINGHOUSE_LAUNCHER === String(parent)) {
    setInterval(() => process.ppid !== parent && begin(), 500).unref();
  }
}

async function refuseTakenPorts(config: Config): Promise<void> {
  const wanted: [name: string, port: number, host: string][] = [
    ['operator-port', config.operatorPort, config.operatorHost],
  ];
  if (config.programs.includes('portal')) wanted.unshift(['port', config.port, config.host]);
  if (config.programs.includes('gateway')) wanted.push(['checkout-port', config.checkoutPort, config.host]);
  for (const [name, port, host] of wanted) {
    await new Promise<void>((resolve, reject) => {
      const probe = createServer();
      probe.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          new ConfigError(
            error.code === 'EADDRINUSE'
              ? `Port ${port} is in use. Stop what uses it, or choose another with --${name}.`
              : `Port ${port} cannot be used (${error.code}). Choose another with --${name}.`,
          ),
        ),
      );
      probe.listen(port, host, () => probe.close(() => resolve()));
    });
  }
}

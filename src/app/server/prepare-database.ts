import { applicationUrl } from '#database/application-login.ts';
import { type Database, DatabaseUnavailable, openDatabase } from '#database/connection.ts';
import { migrate } from '#database/migrate.ts';
import { checkMasterKey } from './starting/check-master-key.ts';
import { systemClock } from '#server/clock.ts';
import { type Config, ConfigError } from '#server/config.ts';
import { type Keys, keySource, keyedHash } from '#server/keys.ts';
import type { Log } from '#server/log.ts';
import { createProcessState } from '#server/process-state.ts';
import type { Services } from '#server/services.ts';
import { firstContents } from './demo/first-contents.ts';
import { rekeyCardFingerprints } from './rekey-card-fingerprints.ts';
import { outsideWorld } from './create-integrations.ts';
import { prepareWarehouse } from './prepare-warehouse.ts';

export interface Preparation {
  config: Config;
  /** The owner's connection string. */
  url: string;
  keys: Keys;
  log: Log;
}

export interface Prepared {
  services: Services;
  /** The same with connections of their own for the worker: jobs take none from those who wait for an answer. */
  jobServices: Services;
  /** The owner's connection string, for the job queue. */
  url: string;
  /** Lines for the person who started the program. */
  welcome: string[];
  stop(): Promise<void>;
}

/** Most connections of the worker's jobs: one lends a lane to each of ten deliveries. */
const jobConnections = 10;

/**
 * The database at `url` migrated and, at the first start, filled; with everything that handlers need around it. Throws
 * DatabaseUnavailable while it is away, and then leaves nothing open.
 */
export async function prepareDatabase({ config, url, keys, log }: Preparation): Promise<Prepared> {
  await migrate(url).catch(namingTheDatabase);
  const address = await prepareAsOwner(config, url, keys, log);
  const opened: { close(): Promise<unknown> }[] = [];
  const open = (options: Parameters<typeof openDatabase>[1]): Database => {
    const database = openDatabase(address, options);
    opened.unshift({ close: () => database.end({ timeout: 5 }) });
    return database;
  };
  const close = async (): Promise<void> => {
    for (const one of opened) await one.close();
  };
  try {
    const database = open({ max: config.poolSize, watch: logDatabaseState(log) });
    const world = await outsideWorld(config, url, {
      onNewsFailure: (error) => log.warn({ err: error }, 'the news feed cannot be read'),
      // The sandbox shares the database: its pool goes down with ours, which is logged already.
      watch: { onDown: () => {}, onUp: () => {} },
    });
    // After the pools: what is under way there may still ask the processor.
    opened.push(world);
    const reports = await prepareWarehouse(config, database, log);
    opened.unshift(reports);
    const services: Services = {
      config,
      database,
      clock: systemClock,
      log,
      state: createProcessState(),
      keys,
      warehouse: reports.warehouse,
      ...world.ports,
    };
    if (!config.smtpUrl) log.warn('no --smtp-url: mails stay in the outbox');
    const welcome = await firstContents(services, url);
    const jobServices = { ...services, database: open({ max: jobConnections, kind: 'job' }) };
    return { services, jobServices, url, welcome, stop: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What needs the owner and the keys. Answers the address by which everything else signs in. */
async function prepareAsOwner(config: Config, url: string, keys: Keys, log: Log): Promise<string> {
  const owner = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  try {
    await checkMasterKey(owner, keys, keySource(config.dataDir, process.env));
    await rekeyCardFingerprints(owner, keys);
    const password = keyedHash(keys.databaseLogin, 'password').toString('base64url');
    const address = await applicationUrl(owner, url, password);
    if (!address) {
      log.warn('the database gives the program no login of its own: it signs in as --database-url says');
    }
    return address ?? url;
  } finally {
    await owner.end({ timeout: 1 });
  }
}

const logDatabaseState = (log: Log) => ({
  onDown: (reason: Error) => log.error({ reason: reason.message }, 'the database does not answer'),
  onUp: (downMs: number) => log.info({ downMs: Math.round(downMs) }, 'the database answers again'),
});

/** Waiting does not help when the address itself is refused. */
function namingTheDatabase(error: unknown): never {
  if (error instanceof DatabaseUnavailable && ['28P01', '28000', '3D000'].includes(error.code)) {
    throw new ConfigError(`The database of --database-url cannot be used: ${error.message}.`);
  }
  throw error;
}

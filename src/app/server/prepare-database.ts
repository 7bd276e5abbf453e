import { openDatabase } from '#database/connection.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { migrate } from '#database/migrate.ts';
import { systemClock } from '#server/clock.ts';
import { type Config, ConfigError } from '#server/config.ts';
import { type Keys, loadKeys } from '#server/keys.ts';
import type { Log } from '#server/log.ts';
import type { Services } from '#server/services.ts';
import { firstContents } from './demo/first-contents.ts';
import { rekeyCardFingerprints } from './rekey-card-fingerprints.ts';
import { outsideWorld } from './outside-world.ts';
import { prepareWarehouse } from './prepare-warehouse.ts';

export interface Prepared {
  services: Services;
  /** The owner's connection string, for the job queue. */
  url: string;
  /** Lines for the person who started the program. */
  welcome: string[];
  stop(): Promise<void>;
}

/** Database up, migrated and, at the first start, filled; with everything that handlers need around it. */
export async function prepareDatabase(config: Config, log: Log): Promise<Prepared> {
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(config.dataDir);
  const url = embedded?.url ?? config.databaseUrl ?? '';
  try {
    await migrate(url).catch(namingTheDatabase);
    const keys = await loadKeys(config.dataDir, process.env);
    await upgrade(url, keys);
    const database = openDatabase(url, { max: config.poolSize });
    const world = await outsideWorld(config, url, (error) =>
      log.warn({ err: error }, 'the news feed cannot be read'),
    );
    const reports = await prepareWarehouse(config, database, log);
    const services: Services = {
      config,
      database,
      clock: systemClock,
      log,
      keys,
      warehouse: reports.warehouse,
      ...world.ports,
    };
    if (!config.smtpUrl) log.warn('no --smtp-url: mails stay in the outbox');
    const welcome = await firstContents(services, url);
    return {
      services,
      url,
      welcome,
      async stop() {
        await reports.close();
        await database.end({ timeout: 5 });
        await world.close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Steps of an upgrade that need the keys; the migrations do the rest. */
async function upgrade(url: string, keys: Keys): Promise<void> {
  const owner = openDatabase(url, { as: 'owner', max: 1, statementTimeoutMs: 0 });
  try {
    await rekeyCardFingerprints(owner, keys);
  } finally {
    await owner.end({ timeout: 5 });
  }
}

const unreachable = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
  'ETIMEDOUT',
  '28P01',
  '3D000',
  '28000',
];

function namingTheDatabase(error: unknown): never {
  const { code, message } = error as { code?: string; message: string };
  if (code && unreachable.includes(code)) {
    throw new ConfigError(`The database of --database-url cannot be reached: ${message}.`);
  }
  throw error;
}

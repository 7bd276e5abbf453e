import type { KeyObject } from 'node:crypto';
import {
  type LoginSecret,
  closeEarlierLogins,
  prepareApplicationUrl,
  preparePoolerUrls,
} from '#database/application-login.ts';
import type { Database, Sql } from '#database/connection.ts';
import { DatabaseUnavailable, type Pooler, openDatabase } from '#database/open-database.ts';
import { Replica } from '#database/replica.ts';
import { sqlState } from '#database/sql-state.ts';
import { migrate } from '#database/migrate.ts';
import { ReleaseRefused, findExclusion, readDatabaseRelease } from '#database/upgrade/compatibility.ts';
import { openClickHouse } from '#warehouse/clickhouse-http.ts';
import type { Warehouse } from '#warehouse/warehouse.ts';
import { replicationState } from '#features/record/reporting/server/replication-state.ts';
import {
  WarehouseChanged,
  readWarehousePosition,
} from '#features/record/reporting/server/replicate-to-warehouse.ts';
import { ensureTables } from '#features/record/reporting/server/warehouse-table.ts';
import { describeClockOffset, maxClockOffsetMs, systemClock } from '#server/clock.ts';
import { type Config, ConfigError } from '#server/config.ts';
import {
  type KeyProgram,
  findEarliestLogin,
  newProgram,
  registerProgram,
  watchKeys,
} from '#server/auth/key-store/key-programs.ts';
import { openKeys } from '#server/auth/key-store/key-store.ts';
import type { MasterKeySource } from '#server/auth/key-store/master-key-source.ts';
import { type Keys, keyedHash } from '#server/keys.ts';
import type { Log } from '#server/log.ts';
import { Tracer } from '#tracing/tracer.ts';
import { findHandler } from './find-handler.ts';
import { approvalGate } from '#features/access/approvals/server/approval-gate.ts';
import { paymentFollowers } from './payment-followers.ts';
import { createProcessState } from '#server/process-state.ts';
import type { Services } from '#server/services.ts';
import { seedFirstStart } from './demo/seed-first-start.ts';
import { createIntegrations } from './create-integrations.ts';
import { watchRelease } from './watch-release.ts';
import { loadAdapterModules } from './load-adapter-modules.ts';
import { openProcessors } from '#features/processing/connections/server/open-processors.ts';

interface Preparation {
  config: Config;
  /** The owner's connection string. */
  url: string;
  masterKeySource: MasterKeySource;
  log: Log;
}

interface Prepared {
  services: Services;
  /** The same with the worker's own connections: jobs take none from requests. */
  jobServices: Services;
  /** The owner's connection string, for the job queue. */
  url: string;
  /** Lines to print at the start. */
  welcome: string[];
  stop(): Promise<void>;
}

/** Maximum connections of the worker's jobs: one uses ten for deliveries. */
const jobConnections = 10;

/**
 * Migrates the database at `url`, fills it at the first start, and opens the handlers' connections. Throws
 * DatabaseUnavailable while the database is down, and then leaves no connection open.
 */
export async function prepareDatabase({ config, url, masterKeySource, log }: Preparation): Promise<Prepared> {
  const modules = await loadAdapterModules(config);
  await migrate(url, {
    release: config.version,
    excludeOlder: config.excludeOlder,
    onWait: (message) => log.warn(message),
  }).catch(namingTheDatabase);
  const { addresses, program } = await prepareAsOwner(config, url, masterKeySource, log);
  if (config.production && masterKeySource.isBesideData)
    log.warn('the master key is a file in the data directory, beside the data: see docs/running.md#keys');
  const { keys } = program;
  const connections: { close(): Promise<unknown> }[] = [];
  const openConnection = (options: Parameters<typeof openDatabase>[1]): Database => {
    const { pooler, ...address } = addresses;
    const database = openDatabase(address[options?.kind === 'job' ? 'job' : 'interactive'], {
      ...options,
      pooler,
    });
    connections.unshift({ close: () => database.end({ timeout: 5 }) });
    return database;
  };
  const close = async (): Promise<void> => {
    for (const connection of connections) await connection.close();
  };
  try {
    const database = openConnection({ max: config.poolSize, watch: logDatabaseState(log) });
    const watch = watchKeys(database, program, log);
    connections.unshift({ close: () => watch.stop() });
    const state = createProcessState();
    const releases = watchRelease({ database, state, log, version: config.version });
    connections.unshift({ close: () => releases.stop() });
    const integrations = await createIntegrations(config, url, {
      modules,
      onNewsFailure: (error) => log.warn({ err: error }, 'the news feed cannot be read'),
      // The sandbox shares the database, so the main pool has already logged the failure.
      watch: { onDown: () => {}, onUp: () => {} },
    });
    // After the pools: pending work there may still call the processor.
    connections.push(integrations);
    const reports = await prepareWarehouse(config, database, log);
    connections.unshift(reports);
    const replica = openReplica(config, addresses, database);
    if (replica) connections.unshift({ close: () => replica.end() });
    const tracer = openTracer(config, log);
    // The last: spans of pending work are sent too.
    if (tracer) connections.push(tracer);
    const services: Services = {
      config,
      database,
      clock: systemClock,
      log,
      state,
      keys,
      tracer,
      replica,
      warehouse: reports.warehouse,
      ...paymentFollowers,
      approvalGate,
      findHandler,
      ...integrations.ports,
      processors: openProcessors({
        database,
        keys,
        clock: systemClock,
        log,
        config,
        http: integrations.ports.adapterClient,
        adapters: integrations.ports.adapters,
      }),
    };
    if (!config.smtpUrl) log.warn('no --smtp-url: emails stay in the outbox');
    const welcome = await seedFirstStart(services, url);
    const jobServices = { ...services, database: openConnection({ max: jobConnections, kind: 'job' }) };
    return { services, jobServices, url, welcome, stop: close };
  } catch (error) {
    await close();
    throw error;
  }
}

function openTracer({ otlpUrl, otlpSample, version }: Config, log: Log): Tracer | undefined {
  if (otlpUrl === undefined) return undefined;
  return new Tracer({
    url: otlpUrl,
    sample: otlpSample,
    version,
    onChange: (isReachable) =>
      isReachable
        ? log.info('the collector accepts traces again')
        : log.warn('the collector of --otlp-url accepts no traces; spans are dropped'),
  });
}

/** The connection strings of requests and of jobs, which differ behind a pooler. */
interface Addresses {
  interactive: string;
  job: string;
  pooler: Pooler | undefined;
}

interface PreparedAsOwner {
  addresses: Addresses;
  program: KeyProgram;
}

/** Steps that need the owner of the database: they open the keys, and sign the program in. */
async function prepareAsOwner(
  config: Config,
  url: string,
  source: MasterKeySource,
  log: Log,
): Promise<PreparedAsOwner> {
  const owner = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  try {
    const { keys, masterKey } = await openKeys(owner, source);
    const program = newProgram(keys, masterKey, config.version);
    if (!(await registerProgram(owner, program)))
      throw new ConfigError(
        `The master key in ${source.name} was removed from the database during the start.`,
      );
    // A newer release may have begun to migrate before this program was registered.
    const exclusion = findExclusion(await readDatabaseRelease(owner), config.version);
    if (exclusion !== undefined) throw new ReleaseRefused(exclusion);
    await refuseWrongEncoding(owner);
    await refuseWrongClock(owner);
    await rekeyCardFingerprints(owner, keys);
    const { loginGeneration: generation } = program;
    const password = keyedHash(keys.databaseLogin.of(generation), 'password').toString('base64url');
    const addresses = await prepareAddresses(owner, config, url, { password, generation });
    await closeEarlierLogins(owner, (await findEarliestLogin(owner)) ?? generation);
    if (addresses.interactive === url) {
      log.warn(
        'the database gives the program no login of its own: it signs in as the user of --database-url',
      );
    }
    return { addresses, program };
  } finally {
    await owner.end({ timeout: 1 });
  }
}

/** The replica, by the same login. It may be down: the primary then answers. */
function openReplica(config: Config, { interactive }: Addresses, primary: Database): Replica | undefined {
  if (config.replicaUrl === undefined) return undefined;
  const { username, password } = new URL(interactive);
  const address = Object.assign(new URL(config.replicaUrl), { username, password });
  const database = openDatabase(address.href, { max: config.poolSize, watch: { onDown() {}, onUp() {} } });
  return new Replica({ primary, database, now: () => systemClock.now() });
}

/** Of the program's own login, directly or by a pooler. */
async function prepareAddresses(
  owner: Database,
  { poolerUrl, preparedStatements }: Config,
  url: string,
  secret: LoginSecret,
): Promise<Addresses> {
  if (poolerUrl === undefined) {
    const address = (await prepareApplicationUrl(owner, url, secret)) ?? url;
    return { interactive: address, job: address, pooler: undefined };
  }
  const pooler = { keepsStatements: preparedStatements };
  const urls = await preparePoolerUrls(owner, { url, poolerUrl, pooler }, secret).catch((error: unknown) =>
    refusePooler(error),
  );
  if (!urls)
    throw new ConfigError(
      '--pooler-url: the user of --database-url must be allowed to create roles, because the logins at the pooler bring their settings.',
    );
  return { ...urls, pooler };
}

/** A pooler that is down is waited for, as the database is. */
function refusePooler(error: unknown): never {
  const code = sqlState(error);
  if (code === 'WRONG_SESSION' || code.startsWith('28') || code === '08P01')
    throw new ConfigError(`The pooler of --pooler-url cannot be used: ${(error as Error).message}.`);
  if (code === '26000' || code === '42P05')
    throw new ConfigError(
      '--pooler-url: the pooler does not keep prepared statements in this mode. Start with --prepared-statements false (docs/running.md#poolers).',
    );
  throw error;
}

/** A program with another clock would run schedules early and date payments wrongly. */
export async function refuseWrongClock(sql: Sql, now = Date.now()): Promise<void> {
  const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
  const offsetMs = (row?.now.getTime() ?? now) - now;
  if (Math.abs(offsetMs) <= maxClockOffsetMs) return;
  throw new ConfigError(`This machine's ${describeClockOffset(offsetMs)}. Correct the one that is wrong.`);
}

/** Others cannot hold every name, or fold it for searches: forms would fail only when they are saved. */
export async function refuseWrongEncoding(sql: Sql): Promise<void> {
  const [row] = await sql<{ encoding: string }[]>`select current_setting('server_encoding') as encoding`;
  if (row?.encoding === 'UTF8') return;
  throw new ConfigError(
    `The encoding of the database is ${row?.encoding}. Create it as: create database … encoding 'UTF8' template template0.`,
  );
}

const logDatabaseState = (log: Log) => ({
  onDown: (reason: Error) => log.error({ reason: reason.message }, 'the database does not respond'),
  onUp: (downMs: number) => log.info({ downMs: Math.round(downMs) }, 'the database responds again'),
});

/** Waiting does not help when the server rejects the connection. */
function namingTheDatabase(error: unknown): never {
  if (
    error instanceof DatabaseUnavailable &&
    ['28P01', '28000', '3D000', 'WRONG_SESSION'].includes(error.code)
  ) {
    throw new ConfigError(`The database of --database-url cannot be used: ${error.message}.`);
  }
  throw error;
}

interface PreparedWarehouse {
  warehouse: Warehouse | undefined;
  close(): Promise<void>;
}

/**
 * The configured warehouse with its tables. It may be down: the product works without it, and replication
 * retries.
 */
async function prepareWarehouse(config: Config, database: Database, log: Log): Promise<PreparedWarehouse> {
  if (config.warehouse === 'none') return { warehouse: undefined, close: async () => {} };
  const warehouse = openClickHouse(String(config.warehouse));
  const close = () => warehouse.close();
  try {
    await ensureTables(warehouse);
    const { sourceId } = await replicationState(database);
    await readWarehousePosition(warehouse, sourceId);
  } catch (error) {
    if (error instanceof WarehouseChanged) {
      await close();
      throw new ConfigError(`--warehouse: ${error.message}.`);
    }
    log.error({ err: error }, 'the warehouse cannot be reached; PostgreSQL serves reports until then');
  }
  return { warehouse, close };
}

/** Tables and columns with fingerprints; each has a company_id. */
const columns = [
  ['card_token', 'fingerprint'],
  ['known_card', 'fingerprint'],
  ['schedule', 'card_correlation_id'],
  ['schedule_episode', 'card_correlation_id'],
] as const;

/**
 * Converts fingerprints shared by all companies to one per company (`cardFingerprint`). Runs once per
 * database; processes that start together wait for the first. Takes minutes for ten million transactions.
 */
export async function rekeyCardFingerprints(owner: Database, keys: Keys): Promise<void> {
  const [inner, outer] = hmacPads(keys.fingerprint.of(1));
  await owner.begin(async (sql) => {
    await sql`lock table upgrade_step in share row exclusive mode`;
    const applied = await sql`select 1 from upgrade_step where name = 'company-fingerprints'`;
    if (applied.length > 0) return;
    // Ids of cards are of each company from their beginning.
    const identities = await sql`select company_id from card_identity limit 1`;
    if (identities.length > 0) {
      await sql`insert into upgrade_step (name) values ('company-fingerprints')`;
      return;
    }
    await sql`select set_config('app.companies', '*', true)`;
    // HMAC-SHA-256 by its definition: PostgreSQL has only the hash.
    const rekeyed = (column: string) => sql`
      encode(substring(sha256(${outer}::bytea
        || sha256(${inner}::bytea || convert_to(company_id || ':' || ${sql(column)}, 'UTF8'))) for 20), 'base64')`;
    for (const [table, column] of columns) {
      await sql`update ${sql(table)} set ${sql(column)} = ${rekeyed(column)} where ${sql(column)} is not null`;
    }
    await sql`
      update txn set card_correlation_id = ${rekeyed('card_correlation_id')},
        changed_in = pg_current_xact_id()::text::bigint
      where card_correlation_id is not null`;
    await sql`insert into upgrade_step (name) values ('company-fingerprints')`;
  });
}

/** The inner and outer key blocks of an HMAC with 64-byte blocks. */
function hmacPads(key: KeyObject): [inner: Buffer, outer: Buffer] {
  const block = Buffer.alloc(64);
  key.export().copy(block);
  return [block.map((byte) => byte ^ 0x36) as Buffer, block.map((byte) => byte ^ 0x5c) as Buffer];
}

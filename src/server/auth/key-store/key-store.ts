import { type KeyObject, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database, Sql } from '#database/connection.ts';
import { KeyServiceRefused } from '#integrations/key-service/aws-key-service.ts';
import { openWith, sealWith } from '../seal.ts';
import { ConfigError } from '../../config.ts';
import { type Keys, type Root, createKeys, deriveKey, deriveKeys, keyedHash } from '../../keys.ts';
import type { MasterKeySource } from './master-key-source.ts';

/** A master key, as it seals root secrets. */
export interface MasterKey {
  /** Names it in the database and to the operator, and reveals nothing of it. */
  id: string;
  sealing: KeyObject;
}

export interface OpenedKeys {
  keys: Keys;
  /** Undefined for a database that no program of this version has started on. */
  masterKey: MasterKey | undefined;
}

/** Advisory lock: starts and rotations change the tables one after the other. */
const storeLock = 7_310_445;

export async function lockKeyStore(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${storeLock})`;
}

const rootBytes = 32;

export const toMasterKey = (secret: KeyObject): MasterKey => ({
  id: keyedHash(deriveKey(secret, 'master-key-id'), 'id').toString('hex').slice(0, 16),
  sealing: deriveKey(secret, 'root-sealing'),
});

const contextOf = (generation: number): string => `root secret ${generation}`;

export const sealRoot = (
  { sealing }: MasterKey,
  { generation, secret }: Pick<Root, 'generation' | 'secret'>,
): Buffer => sealWith(sealing, secret.export(), contextOf(generation));

export const newRootSecret = (): KeyObject => createSecretKey(randomBytes(rootBytes));

/** The root secrets that are sealed under this key. */
export async function readRoots(sql: Sql, { id, sealing }: MasterKey): Promise<Root[]> {
  const rows = await sql<{ generation: number; sealed: Buffer; currentAt: Date | null }[]>`
    select r.generation, s.sealed, r.current_at
    from key_root r join key_root_seal s on s.generation = r.generation and s.key_id = ${id}
    order by r.generation`;
  return rows.map(({ generation, sealed, currentAt }) => ({
    generation,
    secret: createSecretKey(openWith(sealing, sealed, contextOf(generation))),
    currentAt,
  }));
}

/**
 * The keys of the database, for its owner. A database without root secrets gets its first one. Throws ConfigError with
 * another master key, because API keys and links would fail and valid audit seals look broken.
 */
export async function openKeys(
  owner: Database,
  source: MasterKeySource,
): Promise<OpenedKeys & { masterKey: MasterKey }> {
  for (;;) {
    if (await hasMasterKeys(owner)) {
      const masterKey = toMasterKey(await readMasterKey(owner, source));
      const roots = await readRoots(owner, masterKey);
      if (roots.length === 0) throw await otherKey(owner, source);
      return { keys: createKeys(roots), masterKey };
    }
    // A service may be slow, so it is called outside the transaction.
    const created = await source.create?.().catch(refusedBy(source));
    const secret = created?.key ?? (await source.read(undefined));
    await owner.begin((sql) => insertFirst(sql, source, secret, created?.wrapped));
  }
}

/** The same without changing anything, for commands. */
export async function openExistingKeys(owner: Database, source: MasterKeySource): Promise<OpenedKeys> {
  if (await hasMasterKeys(owner)) return openKeys(owner, source);
  const secret = await source.read(undefined);
  if (!(await isFirstRoot(owner, secret))) throw await otherKey(owner, source);
  return { keys: deriveKeys(secret.export()), masterKey: undefined };
}

async function hasMasterKeys(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ any: boolean }[]>`select exists (select from master_key) as any`;
  return row?.any ?? false;
}

async function readMasterKey(sql: Sql, source: MasterKeySource): Promise<KeyObject> {
  const [row] = await sql<{ wrapped: Buffer }[]>`
    select wrapped from master_key where service = ${source.name} order by added_at desc limit 1`;
  return source.read(row?.wrapped).catch(refusedBy(source));
}

/** A refusal ends the start; an outage is waited for. */
export const refusedBy =
  ({ name }: MasterKeySource) =>
  (error: unknown): never => {
    if (error instanceof KeyServiceRefused)
      throw new ConfigError(`The key service ${name} refused: ${error.message}.`);
    throw error;
  };

/** Of two programs that start at once, one inserts. */
async function insertFirst(
  sql: Sql,
  source: MasterKeySource,
  secret: KeyObject,
  wrapped: Buffer | undefined,
): Promise<void> {
  await lockKeyStore(sql);
  if (await hasMasterKeys(sql)) return;
  if (!(await isFirstRoot(sql, secret))) throw await otherKey(sql, source);
  const masterKey = toMasterKey(secret);
  const root = { generation: 1, secret: (await isInUse(sql)) ? secret : newRootSecret() };
  await sql`
    insert into master_key (key_id, service, wrapped, added_at, added_by)
    values (${masterKey.id}, ${wrapped ? source.name : null}, ${wrapped ?? null}, clock_timestamp(), '')`;
  await sql`
    insert into key_root (generation, added_at, added_by, current_at) values (1, clock_timestamp(), '', clock_timestamp())`;
  await sql`insert into key_root_seal (generation, key_id, sealed) values (1, ${masterKey.id}, ${sealRoot(masterKey, root)})`;
  // Programs from before this table compare it with the key that they derive everything from.
  await sql`insert into master_key_check (value) values (${checkValue(root.secret)}) on conflict do nothing`;
}

/**
 * Whether earlier versions have derived keys from the master key itself: it then becomes the first root secret, and
 * nothing that they derived changes.
 */
async function isInUse(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ used: boolean }[]>`
    select exists (select from master_key_check) or exists (select from app_user) or exists (select from api_secret)
        or exists (select from account_token) or exists (select from audit_event) as used`;
  return row?.used ?? false;
}

/** Whether the database was filled from this secret; true while nothing is recorded. */
async function isFirstRoot(sql: Sql, secret: KeyObject): Promise<boolean> {
  const value = checkValue(secret);
  const [stored] = await sql<{ value: Buffer }[]>`select value from master_key_check`;
  return !stored || (stored.value.length === value.length && timingSafeEqual(stored.value, value));
}

const checkValue = (secret: KeyObject): Buffer => keyedHash(deriveKey(secret, 'key-check'), 'master key');

async function otherKey(sql: Sql, { name }: MasterKeySource): Promise<ConfigError> {
  const [added] = await sql<{ at: Date; by: string }[]>`
    select added_at as at, added_by as by from master_key order by added_at desc limit 1`;
  const right = added?.by
    ? `Use the key that ${added.by} added on ${added.at.toISOString().slice(0, 10)}.`
    : 'Restore the key that it was created with.';
  return new ConfigError(`The master key in ${name} does not belong to this database. ${right}`);
}

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database, Sql } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import { writeAuditEvent } from '../../audit/audit-event.ts';
import { secondMs } from '../../clock.ts';
import type { Keys } from '../../keys.ts';
import type { Log } from '../../log.ts';
import { type MasterKey, lockKeyStore, readRoots } from './key-store.ts';

/** A program counts as running until it was silent for this long. */
const silentSeconds = 60;
const beatMs = 2 * secondMs;

/** This process, as the tables have it. */
export interface KeyProgram {
  id: string;
  masterKey: MasterKey;
  keys: Keys;
  /** The generation of the database login's password. */
  loginGeneration: number;
  /** The release of the program. */
  version: string;
}

export interface LiveProgram {
  name: string;
  keyId: string;
  knownGeneration: number;
  writingGeneration: number;
  loginGeneration: number;
  startedAt: Date;
  /** Null: of before release 0.1.0. */
  version: string | null;
  /** Null: it does not take ids of cards from card_identity. */
  hasCardIds: boolean | null;
}

export const newProgram = (keys: Keys, masterKey: MasterKey, version: string): KeyProgram => ({
  id: randomUUID(),
  keys,
  masterKey,
  loginGeneration: keys.roots.writing,
  version,
});

/**
 * Reports that the program runs, with the root secrets of this moment: one that is added later waits for it. Refuses (false)
 * when its master key was removed meanwhile.
 */
export async function registerProgram(owner: Database, program: KeyProgram): Promise<boolean> {
  return owner.begin(async (sql) => {
    // New root secrets, and the removal of a master key, take the same lock and then look for programs.
    await lockKeyStore(sql);
    const roots = await readRoots(sql, program.masterKey);
    if (roots.length === 0) return false;
    program.keys.roots.replace(roots);
    program.loginGeneration = program.keys.roots.writing;
    await sql`delete from key_program where seen_at < clock_timestamp() - interval '1 day'`;
    await beat(sql, program);
    return true;
  });
}

async function beat(
  sql: Sql,
  { id, masterKey, keys: { roots }, loginGeneration, version }: KeyProgram,
): Promise<void> {
  await sql`
    insert into key_program (program_id, name, key_id, known_generation, writing_generation, login_generation, version,
                             has_card_ids, started_at, seen_at)
    values (${id}, ${`${hostname()} ${process.pid}`}, ${masterKey.id}, ${roots.newest}, ${roots.writing}, ${loginGeneration},
            ${version}, true, clock_timestamp(), clock_timestamp())
    on conflict (program_id) do update set known_generation = excluded.known_generation,
      writing_generation = excluded.writing_generation, seen_at = excluded.seen_at`;
}

/** Programs that run, by their last report. */
export function listLivePrograms(sql: Sql): Promise<LiveProgram[]> {
  return sql<LiveProgram[]>`
    select name, key_id, known_generation, writing_generation, login_generation, started_at, version, has_card_ids
    from key_program
    where seen_at > clock_timestamp() - make_interval(secs => ${silentSeconds}) order by started_at, name`;
}

/**
 * The earliest database login that a program may use. A program that was silent for a day is gone; one that an outage of the
 * database silenced for minutes signs in again.
 */
export async function findEarliestLogin(sql: Sql): Promise<number | undefined> {
  const [row] = await sql<{ earliest: number | null }[]>`
    select min(login_generation) as earliest from key_program where seen_at > clock_timestamp() - interval '1 day'`;
  return row?.earliest ?? undefined;
}

/**
 * Lets a generation write that every running program has. Repeating it is safe, and any program may do it. Returns the
 * generations that have become current.
 */
export async function promoteRoots(database: Database): Promise<number[]> {
  return inTenant(database, 'all-tenants', async (sql) => {
    const promoted = await sql<{ generation: number; at: Date }[]>`
      update key_root r set current_at = clock_timestamp()
      where current_at is null and not exists (
        select from key_program where known_generation < r.generation
          and seen_at > clock_timestamp() - make_interval(secs => ${silentSeconds}))
      returning generation, current_at as at`;
    for (const { generation, at } of promoted) await auditRoot(sql, 'useRootSecret', generation, at);
    return promoted.map(({ generation }) => generation);
  });
}

/** An event above all companies. */
export const auditRoot = (
  sql: Sql,
  act: string,
  generation: number,
  at: Date,
  actor = 'system',
): Promise<void> =>
  writeAuditEvent(sql, {
    at,
    actorKind: 'system',
    actor,
    ip: '',
    userAgent: '',
    act,
    objectKind: 'rootSecret',
    objectId: String(generation),
    outcome: 'allowed',
    requestId: '',
  });

/** Reports, and reads what has changed: new root secrets, and which one writes. */
export async function refreshKeys(database: Database, program: KeyProgram): Promise<void> {
  const { keys, masterKey } = program;
  const [state] = await database<{ known: number; writing: number; waiting: boolean }[]>`
    select max(r.generation) as known, max(r.generation) filter (where r.current_at is not null) as writing,
           bool_or(r.current_at is null) as waiting
    from key_root r join key_root_seal s on s.generation = r.generation and s.key_id = ${masterKey.id}`;
  if (state && (state.known !== keys.roots.newest || state.writing !== keys.roots.writing)) {
    const roots = await readRoots(database, masterKey);
    if (roots.length > 0) keys.roots.replace(roots);
  }
  await beat(database, program);
  if (state?.waiting && (await promoteRoots(database)).length > 0) {
    keys.roots.replace(await readRoots(database, masterKey));
    await beat(database, program);
  }
}

/** Reports every few seconds until it is stopped. An outage of the database is logged elsewhere, and passes. */
export function watchKeys(database: Database, program: KeyProgram, log: Log): { stop(): Promise<void> } {
  let isStopped = false;
  let running: Promise<unknown> = Promise.resolve();
  const refresh = () =>
    refreshKeys(database, program).catch((err: unknown) => log.debug({ err }, 'the keys were not refreshed'));
  const timer = setInterval(() => {
    running = running.then(() => (isStopped ? undefined : refresh()));
  }, beatMs).unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
      await database`delete from key_program where program_id = ${program.id}`.catch(() => {});
    },
  };
}

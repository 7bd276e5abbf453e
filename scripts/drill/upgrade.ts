import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type Server as HttpServer, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database/connection.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { openDatabase } from '#database/open-database.ts';
import { type Books, compareBooks } from './books.ts';
import { Load, signIn } from './load.ts';
import { connectProcessor, copies, isReady, logged, node, portalOf, startProcessor } from './programs.ts';
import { Server, ports, until } from './servers.ts';

interface Options {
  /** The release before: a tag or commit. */
  from: string;
  /** The load between two steps. */
  pauseMs: number;
  keep: boolean;
  /** What is to be ended, in the opposite order. */
  stopped: (() => Promise<void> | void)[];
}

const root = join(import.meta.dirname, '..', '..');
/** Of the next release, with the sample of its migrations. */
const nextVersion = '9.1.0';

/** A checkout with its dependencies, from which programs and commands run. */
interface Release {
  name: string;
  folder: string;
}

/**
 * npm run drill -- upgrade: two programs of a release under load, while the next one migrates their database and then replaces
 * them, one after the other. The next release is this commit with the sample migrations of src/database/test/next-release. Exit
 * code 0: nothing failed, doubled, lost or unresolved.
 */
export async function runUpgrade({ from, pauseMs, keep, stopped }: Options): Promise<number> {
  const home = await mkdtemp('/var/tmp/countinghouse-upgrade-');
  chmodSync(home, 0o755);
  stopped.push(async () => {
    if (keep) console.log(`Files and logs: ${home}`);
    else await rm(home, { recursive: true, force: true });
  });
  const before = checkOut(home, 'before', from, stopped);
  const next = checkOut(home, 'next', 'HEAD', stopped);
  addSample(next);
  const own = await startEmbeddedPostgres(join(home, 'database'));
  stopped.push(() => own.stop());
  const theirs = await startEmbeddedPostgres(join(home, 'processor-database'));
  stopped.push(() => theirs.stop());
  const processor = await startProcessor(home, theirs.url);
  stopped.push(() => processor.kill());
  const merchant = await startMerchant();
  stopped.push(() => void merchant.server.close());
  console.log(`Before: ${from}. Next: this commit with the sample migrations, as ${nextVersion}.`);
  const programs = await startBefore(home, before, own.url, stopped);
  await createWebhook(merchant.url);
  const owner = openDatabase(own.url, { as: 'owner', max: 1, kind: 'maintenance' });
  stopped.push(() => owner.end({ timeout: 1 }));
  const locks = watchLocks(owner);
  const balancer = await watchReadiness();
  stopped.push(() => balancer.stop());
  const load = new Load(balancer.pick);
  await load.start();
  const steps = new Steps(load, pauseMs);
  await steps.run('no change', async () => {});
  await steps.run('the next release migrates', async () => migrateWith(next, home, own.url));
  for (const copy of copies)
    await steps.run(`program ${copy} is replaced by the next release`, async () => {
      await programs[copy - 1]?.stop();
      programs[copy - 1] = await startProgram(home, next, copy, own.url, stopped);
    });
  await steps.run('program 1 is put back to the release before', async () => {
    await programs[0]?.stop();
    programs[0] = await startProgram(home, before, 1, own.url, stopped);
  });
  await load.stop();
  const waits = await locks.stop();
  const books = await compareBooks(own.url, theirs.url, load.operations);
  const events = await countEvents(owner, merchant.received);
  return report({ books, load, waits, events, isComplete: steps.isComplete });
}

/** The commit in a folder of its own, with dependencies of its own where they differ from ours. */
function checkOut(home: string, name: string, ref: string, stopped: Options['stopped']): Release {
  const folder = join(home, name);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
  git('worktree', 'add', '--detach', folder, ref);
  stopped.push(() => void git('worktree', 'remove', '--force', folder));
  const lock = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8');
  if (lock(folder) === lock(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  else
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'inherit',
    });
  return { name, folder };
}

function addSample({ folder }: Release): void {
  const samples = join(root, 'src/database/test/next-release');
  for (const name of readdirSync(samples))
    copyFileSync(join(samples, name), join(folder, 'src/database/migrations', name));
  const file = join(folder, 'package.json');
  const manifest = { ...JSON.parse(readFileSync(file, 'utf8')), version: nextVersion };
  rmSync(file);
  writeFileSync(file, JSON.stringify(manifest));
}

async function startBefore(
  home: string,
  before: Release,
  url: string,
  stopped: Options['stopped'],
): Promise<Server[]> {
  const first = await startProgram(home, before, 1, url, stopped);
  await connectProcessor(home, { root: before.folder, databaseUrl: url });
  return [first, await startProgram(home, before, 2, url, stopped)];
}

async function startProgram(
  home: string,
  { name, folder }: Release,
  copy: number,
  url: string,
  stopped: Options['stopped'],
): Promise<Server> {
  const options = {
    port: String(ports.program(copy)),
    'data-dir': join(home, `data-${copy}`),
    'audit-head': join(home, 'audit-head.json'),
    'database-url': url,
    'processor-hosts': `127.0.0.1:${ports.processor}`,
    demo: '3',
    'search-limit': '0',
    'intent-grace-ms': '5000',
    'insecure-callbacks': 'true',
    'log-level': 'warn',
  };
  const server = new Server(`program-${copy}`, () =>
    logged(
      home,
      `program-${copy}-${name}`,
      node('src/app/server/main.ts', folder),
      Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]),
    ),
  );
  server.start();
  stopped.push(() => server.kill());
  await until(`program ${copy} of ${name} is ready`, () => isReady(copy), { limitMs: 400_000, server });
  return server;
}

/** Prints the plan, then migrates. */
async function migrateWith({ folder }: Release, home: string, url: string): Promise<void> {
  const command = [...node('scripts/admin.ts', folder), 'migrate', '--database-url', url];
  // Exits with 3: there is something to migrate.
  const planned = await new Promise<string>((resolve) =>
    execFile(process.execPath, [...command, '--plan'], (_error, out, err) => resolve(`${out}${err}`)),
  );
  console.log(planned.replaceAll(/^/gm, '    '));
  const migrating = logged(home, 'migrate', command, []);
  const [code] = (await once(migrating, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The migration has ended with ${code}. See migrate.log.`);
}

/** Runs steps under load, and prints the longest time without an answered payment during each and the pause after it. */
class Steps {
  readonly #load: Load;
  readonly #pauseMs: number;
  isComplete = true;

  constructor(load: Load, pauseMs: number) {
    this.#load = load;
    this.#pauseMs = pauseMs;
  }

  async run(name: string, step: () => Promise<void>): Promise<void> {
    const at = performance.now();
    const failure = await step().then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    );
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    const tookMs = performance.now() - at;
    await sleep(this.#pauseMs);
    const answers = this.#load.operations
      .flatMap(({ answer }) => (answer && answer.status < 300 && answer.at >= at ? answer.at : []))
      .toSorted((a, b) => a - b);
    const times = [at, ...answers, performance.now()];
    const longest = Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)));
    const rate = (1000 * answers.length) / (performance.now() - at);
    console.log(
      `${name} (${seconds(tookMs)}): ${rate.toFixed(1)} operations a second, at most ${seconds(longest)} without a payment`,
    );
    if (failure === undefined) return;
    console.log(`  not done: ${failure}`);
    this.isComplete = false;
  }
}

/** As a load balancer: requests go to the programs that were ready a moment ago, in turn. */
async function watchReadiness(): Promise<{ pick: (attempt: number) => number; stop: () => void }> {
  let ready: readonly number[] = copies;
  const look = async (): Promise<void> => {
    const states = await Promise.all(copies.map((copy) => isReady(copy).catch(() => false)));
    ready = copies.filter((_copy, index) => states[index]);
  };
  await look();
  const timer = setInterval(() => void look(), 200);
  return {
    pick: (attempt) => ready[attempt % ready.length] ?? copies[attempt % copies.length] ?? 1,
    stop: () => clearInterval(timer),
  };
}

/** The longest times that a program waited for a lock, in milliseconds. The waits of the migration itself are its own matter. */
function watchLocks(owner: Database): { stop(): Promise<LockWaits> } {
  const longest: LockWaits = { table: 0, row: 0 };
  const end = new AbortController();
  const watching = (async () => {
    while (!end.signal.aborted) {
      const rows = await owner<{ isTable: boolean; ms: number | null }[]>`
        select locktype = 'relation' as is_table, (1000 * max(extract(epoch from clock_timestamp() - waitstart)))::float8 as ms
        from pg_locks
        where not granted and locktype in ('relation', 'transactionid', 'tuple')
          and mode not in ('AccessExclusiveLock', 'ShareUpdateExclusiveLock', 'ShareRowExclusiveLock')
        group by 1`;
      for (const { isTable, ms } of rows) {
        const kind = isTable ? 'table' : 'row';
        longest[kind] = Math.max(longest[kind], ms ?? 0);
      }
      await sleep(25);
    }
  })();
  return {
    async stop() {
      end.abort();
      await watching;
      return longest;
    },
  };
}

interface LockWaits {
  table: number;
  row: number;
}

interface Merchant {
  server: HttpServer;
  url: string;
  /** How often each event has arrived, by its id. */
  received: Map<string, number>;
}

async function startMerchant(): Promise<Merchant> {
  const received = new Map<string, number>();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const id = String(request.headers['webhook-id'] ?? '');
      received.set(id, (received.get(id) ?? 0) + 1);
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` };
}

/** Of every payment and refund of the load. */
async function createWebhook(url: string): Promise<void> {
  const session = await signIn();
  const response = await fetch(`${portalOf(1)}/proxy/sync/webhooks/1100`, {
    method: 'POST',
    headers: { ...session, 'content-type': 'application/json' },
    body: JSON.stringify({
      url,
      events: ['payment.*', 'refund.*'],
      installationIds: [5300001],
      format: 'REST_JSON',
    }),
  });
  if (!response.ok)
    throw new Error(`The webhook could not be created: ${response.status} ${await response.text()}`);
}

interface Events {
  stored: number;
  /** Stored, and never at the merchant's. */
  missing: number;
  /** At the merchant's more than once, which webhooks may be. */
  repeated: number;
}

/** Waits until the deliveries have ended. */
async function countEvents(owner: Database, received: ReadonlyMap<string, number>): Promise<Events> {
  const open = async () =>
    (await owner`select from webhook_delivery where state in ('queued', 'sending', 'retrying') limit 1`)
      .length;
  await until('every event is delivered', async () => (await open()) === 0, { limitMs: 60_000 }).catch(
    () => {},
  );
  const rows = await owner<{ id: string }[]>`select distinct event_id::text as id from webhook_delivery`;
  return {
    stored: rows.length,
    missing: rows.filter(({ id }) => !received.has(id)).length,
    repeated: [...received.values()].filter((count) => count > 1).length,
  };
}

interface Result {
  books: Books;
  load: Load;
  waits: LockWaits;
  events: Events;
  isComplete: boolean;
}

function report({ books, load, waits, events, isComplete }: Result): number {
  const kinds = Object.entries(books.answered).map(([kind, count]) => `${count} ${kind}s`);
  const repeated = load.operations.filter(({ attempts }) => attempts > 1).length;
  const failed = load.operations.filter(({ answer }) => answer !== undefined && answer.status >= 300);
  console.log(
    `Operations: ${load.operations.length}. Answered: ${kinds.join(', ')} (${books.declined} declined)`,
  );
  console.log(
    `Failed ${failed.length + books.unanswered}, doubled ${books.doubled.length}, lost ${books.lost.length}, unresolved ${books.unresolved}; sent again by the client under its key: ${repeated}`,
  );
  console.log(`Portal: ${load.searches} searches, ${load.missedSearches} not answered with rows`);
  console.log(
    `Webhooks: ${events.stored} events, ${events.missing} missing, ${events.repeated} delivered again`,
  );
  console.log(
    `Longest wait of a program for the lock of a table ${Math.round(waits.table)} ms, of a row ${Math.round(waits.row)} ms`,
  );
  for (const line of [...books.doubled.map((one) => `doubled: ${one}`), ...books.lost])
    console.log(`  ${line}`);
  for (const [what, all] of Map.groupBy(
    failed,
    ({ kind, answer, attempts }) =>
      `${kind} ${answer?.status} ${answer?.reason ?? ''}${attempts > 1 ? ', repeated' : ''}`,
  ))
    console.log(`  failed: ${all.length} × ${what}`);
  const faults =
    failed.length +
    books.unanswered +
    books.doubled.length +
    books.lost.length +
    books.unresolved +
    events.missing;
  return faults === 0 && isComplete ? 0 : 1;
}

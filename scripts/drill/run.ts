import { mkdtemp, rm } from 'node:fs/promises';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { type Books, compareBooks } from './books.ts';
import { runImage } from './image.ts';
import { Load } from './load.ts';
import { findTools } from './packages.ts';
import { startProcessor, startPrograms } from './programs.ts';
import { type Cluster, type Server, ownerUrl, ports, startCluster, until } from './servers.ts';
import { runUpgrade } from './upgrade.ts';

/**
 * npm run drill -- failover: the product on a cluster of this machine under a mixed load, while its parts are killed
 * (docs/running.md#high-availability). npm run drill -- upgrade: programs of two releases on one database (docs/running.md#upgrades).
 * npm run drill -- image: the container (docs/running.md#containers). Exit code 0: nothing doubled, lost, unresolved or unexpected.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Commits wait for a standby. Without it answered payments can be lost with the primary. */
    synchronous: { type: 'string', default: 'true' },
    /** Seconds of load between two events. */
    pause: { type: 'string', default: '15' },
    /** Seconds after which Patroni replaces a primary whose machine is gone. */
    ttl: { type: 'string', default: '6' },
    /** Keeps the files and logs. */
    keep: { type: 'boolean', default: false },
    /** The release before, of an upgrade: a tag or commit. */
    from: { type: 'string', default: 'HEAD' },
    /** The base of the image: `debian` makes one without a registry. */
    base: { type: 'string', default: 'docker.io/library/node:24-slim' },
  },
});

interface Event {
  name: string;
  /** Kills something and returns what brings it back. */
  strike(): Promise<() => void>;
  goalMs: number;
}

interface Observed {
  name: string;
  /** The longest time after it without an answered payment: until the first one after the outage. */
  pauseMs: number;
  goalMs: number;
}

/** What has been started, to be ended in the opposite order. */
const stopped: (() => Promise<void> | void)[] = [];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(130));
async function end(code: number): Promise<void> {
  for (const stop of stopped.splice(0).toReversed()) await stop();
  process.exit(code);
}

async function main(): Promise<number> {
  if (positionals[0] === 'upgrade')
    return runUpgrade({
      from: values.from,
      pauseMs: 1000 * Number(values.pause),
      keep: values.keep,
      stopped,
    });
  if (positionals[0] === 'image') return runImage({ base: values.base, keep: values.keep, stopped });
  if (positionals[0] !== 'failover')
    throw new Error(
      'Name one: npm run drill -- failover [--synchronous false] [--pause 15] [--ttl 6] [--keep], upgrade [--from <ref>] [--pause 15] [--keep], or image [--base debian] [--keep]',
    );
  const tools = findTools();
  const home = await mkdtemp('/var/tmp/countinghouse-drill-');
  chmodSync(home, 0o755);
  stopped.push(async () => {
    if (values.keep) console.log(`Files and logs: ${home}`);
    else await rm(home, { recursive: true, force: true });
  });
  const isSynchronous = values.synchronous !== 'false';
  console.log(`${tools.versions}\nSynchronous replication: ${isSynchronous ? 'on' : 'off'}`);
  const processorDatabase = await startEmbeddedPostgres(join(home, 'processor-database'));
  stopped.push(() => processorDatabase.stop());
  console.log('Starting the cluster …');
  const cluster = await startCluster(home, tools, { isSynchronous, ttl: Number(values.ttl) });
  killAtEnd([cluster.pgbouncer, cluster.haproxy, ...cluster.patroni, ...cluster.etcd]);
  const processor = await startProcessor(home, processorDatabase.url);
  killAtEnd([processor]);
  console.log('Starting the programs …');
  const programs = await startPrograms(home);
  killAtEnd(programs);
  return strikeUnderLoad(cluster, eventsOf(cluster, programs), {
    processorUrl: processorDatabase.url,
    isSynchronous,
  });
}

function killAtEnd(servers: readonly Server[]): void {
  stopped.push(() => {
    for (const server of servers) server.kill();
  });
}

interface Conditions {
  processorUrl: string;
  isSynchronous: boolean;
}

async function strikeUnderLoad(
  cluster: Cluster,
  events: readonly Event[],
  { processorUrl, isSynchronous }: Conditions,
): Promise<number> {
  const pauseMs = 1000 * Number(values.pause);
  const load = new Load();
  await load.start();
  if (isSynchronous) await measureSynchronous(cluster, load, pauseMs);
  else console.log(`Without a fault: ${(await rateOf(load, pauseMs)).toFixed(1)} operations a second`);
  const observed: Observed[] = [];
  for (const { name, strike, goalMs } of events) {
    const at = performance.now();
    const bringBack = await strike();
    await until('payments are answered again', async () => load.answeredAfter(at).length > 0);
    await sleep(pauseMs);
    const answers = load.answeredAfter(at);
    observed.push({ name, goalMs, pauseMs: longestPause([at, ...answers, performance.now()]) });
    print(observed.at(-1));
    bringBack();
    await sleep(pauseMs);
  }
  await load.stop();
  const books = await compareBooks(ownerUrl(ports.primary), processorUrl, load.operations);
  report(books, load);
  return isClean(books) ? 0 : 1;
}

async function rateOf(load: Load, forMs: number): Promise<number> {
  const startedAt = performance.now();
  await sleep(forMs);
  return (1000 * load.answeredAfter(startedAt).length) / (performance.now() - startedAt);
}

/** Commits wait for a standby, and do not, in turns under the same clients. */
async function measureSynchronous(cluster: Cluster, load: Load, pauseMs: number): Promise<void> {
  const rates: Record<'with' | 'without', number[]> = { with: [], without: [] };
  // The first round warms up.
  for (let round = 0; round < 4; round += 1) {
    for (const which of ['with', 'without'] as const) {
      await cluster.setSynchronous(which === 'with');
      const rate = await rateOf(load, pauseMs);
      if (round > 0) rates[which].push(rate);
    }
  }
  await cluster.setSynchronous(true);
  const mean = (list: readonly number[]): number =>
    list.reduce((sum, rate) => sum + rate, 0) / Math.max(1, list.length);
  const [on, off] = [mean(rates.with), mean(rates.without)];
  console.log(
    `Without a fault: ${on.toFixed(1)} operations a second, ${off.toFixed(1)} without synchronous replication, which costs ${((1 - on / off) * 100).toFixed(0)} %`,
  );
}

function eventsOf(cluster: Cluster, programs: readonly Server[]): Event[] {
  const kill = (server: Server | undefined) => {
    server?.kill();
    return () => server?.start();
  };
  return [
    { name: 'a program is killed', goalMs: 2000, strike: async () => kill(programs[1]) },
    {
      name: 'the machine of the primary is lost',
      goalMs: 10_000,
      strike: async () => kill(cluster.patroni[(await cluster.findPrimary()) ?? 0]),
    },
    {
      name: 'the leader of etcd is killed',
      goalMs: 2000,
      strike: async () => kill(cluster.etcd[(await cluster.findEtcdLeader()) ?? 0]),
    },
    {
      name: 'the proxy is killed, and started again after a second',
      goalMs: 10_000,
      strike: async () => {
        const bringBack = kill(cluster.haproxy);
        await sleep(1000);
        bringBack();
        return () => {};
      },
    },
    {
      name: 'replication to the synchronous standby is cut',
      goalMs: 10_000,
      strike: async () => {
        const standby = cluster.patroni[(await cluster.findSynchronous())[0] ?? 0];
        standby?.signalChildren('SIGSTOP', 'walreceiver');
        return () => standby?.signalChildren('SIGCONT', 'walreceiver');
      },
    },
  ];
}

const longestPause = (times: readonly number[]): number =>
  Math.max(...times.slice(1).map((time, i) => time - (times[i] ?? time)));

function print(one: Observed | undefined): void {
  if (!one) return;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const verdict = one.pauseMs <= one.goalMs ? 'reached' : 'not reached';
  console.log(
    `${one.name}: at most ${seconds(one.pauseMs)} without a payment (goal ${seconds(one.goalMs)}, ${verdict})`,
  );
}

function report(books: Books, load: Load): void {
  const kinds = Object.entries(books.answered).map(([kind, count]) => `${count} ${kind}s`);
  console.log(`Answered: ${kinds.join(', ')} (${books.declined} declined), ${load.searches} searches`);
  console.log(
    `Doubled ${books.doubled.length}, lost ${books.lost.length}, unresolved ${books.unresolved}, without an answer ${books.unanswered}`,
  );
  for (const line of [...books.doubled.map((one) => `doubled: ${one}`), ...books.lost])
    console.log(`  ${line}`);
}

const isClean = ({ doubled, lost, unresolved, unanswered }: Books): boolean =>
  doubled.length === 0 && lost.length === 0 && unresolved === 0 && unanswered === 0;

await end(
  await main().catch((error: unknown) => {
    console.error(`The drill cannot run. ${(error as Error).message}`);
    return 2;
  }),
);

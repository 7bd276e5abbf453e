import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#database/open-database.ts';
import { sqlState } from '#database/sql-state.ts';
import type { Tools } from './packages.ts';

const idOf = (flag: string): number => Number(spawnSync('id', [flag, 'postgres']).stdout);

/** A program of the drill that can be killed and started again. */
export class Server {
  readonly name: string;
  readonly #begin: () => ChildProcess;
  /** The file with the process id of a daemon that it starts, which is no child of it. */
  readonly #daemonFile: string | undefined;
  #child: ChildProcess | undefined;

  constructor(name: string, begin: () => ChildProcess, daemonFile?: string) {
    this.name = name;
    this.#begin = begin;
    this.#daemonFile = daemonFile;
  }

  start(): void {
    this.#child = this.#begin();
  }

  /** Throws when it has ended by itself. */
  assertRunning(): void {
    if (this.#child?.exitCode != null)
      throw new Ended(`${this.name} has ended with ${this.#child.exitCode}. See its log.`);
  }

  /** Kills it with all that it has started, as if the machine had lost power. */
  kill(): void {
    for (const pid of this.#processes()) signal(pid, 'SIGKILL');
  }

  /** Ends it as a deployment does, and waits for it. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  /** Stops or continues the processes whose command line contains `part`. */
  signalChildren(name: 'SIGSTOP' | 'SIGCONT', part: string): void {
    for (const pid of this.#processes()) if (commandLine(pid).includes(part)) signal(pid, name);
  }

  #processes(): number[] {
    const roots = [this.#child?.pid ?? 0, readProcessId(this.#daemonFile)].filter((pid) => pid > 0);
    return roots.flatMap((pid) => [pid, ...descendants(pid)]);
  }
}

function readProcessId(file: string | undefined): number {
  return file !== undefined && existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

function descendants(pid: number): number[] {
  const children = String(spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)]).stdout)
    .split('\n')
    .map(Number)
    .filter((child) => child > 0);
  return children.flatMap((child) => [...descendants(child), child]);
}

const commandLine = (pid: number): string =>
  String(spawnSync('ps', ['-o', 'args=', '-p', String(pid)]).stdout);

export const ports = {
  etcd: (node: number) => 26_000 + 10 * node,
  etcdPeer: (node: number) => 26_001 + 10 * node,
  patroni: (node: number) => 26_100 + node,
  postgres: (node: number) => 26_200 + node,
  primary: 26_300,
  replica: 26_301,
  pgbouncer: 26_400,
  processor: 26_500,
  /** Portal, gateway and operator port of a program. */
  program: (copy: number) => 26_600 + 10 * copy,
};

export const nodes = [1, 2, 3] as const;
const password = 'drill';
export const ownerUrl = (port: number, database = 'countinghouse'): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;

async function createDatabase(): Promise<true> {
  const sql = openDatabase(ownerUrl(ports.primary, 'postgres'), { as: 'owner', max: 1, kind: 'maintenance' });
  try {
    await sql.unsafe('create database countinghouse');
    return true;
  } catch (error) {
    // The response to an earlier attempt was lost.
    if (sqlState(error) === '42P04') return true;
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

export interface Cluster {
  etcd: readonly Server[];
  patroni: readonly Server[];
  haproxy: Server;
  pgbouncer: Server;
  /** The index of the node with the primary; undefined while there is none. */
  findPrimary(): Promise<number | undefined>;
  /** The indexes of the standbys that a commit waits for. */
  findSynchronous(): Promise<number[]>;
  /** Changes whether commits wait for a standby, and waits until they do or do not. */
  setSynchronous(isOn: boolean): Promise<void>;
  /** The index of the leader of etcd. */
  findEtcdLeader(): Promise<number | undefined>;
}

/** Three nodes of etcd and of PostgreSQL under Patroni, HAProxy in front of the primary, and PgBouncer in front of HAProxy. */
export async function startCluster(
  home: string,
  tools: Tools,
  options: { isSynchronous: boolean; ttl: number },
): Promise<Cluster> {
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  const folder = (name: string): string => {
    const path = join(home, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chownSync(path, uid, gid);
    return path;
  };
  const file = (name: string, text: string): string => {
    const path = join(folder('settings'), name);
    writeFileSync(path, text, { mode: 0o644 });
    return path;
  };
  const run = (name: string, program: string, args: readonly string[], daemonFile?: string) =>
    new Server(
      name,
      () => {
        const child = spawn(program, args, {
          uid,
          gid,
          cwd: folder('work'),
          env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', HOME: folder('work') },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        const log = createWriteStream(join(home, `${name}.log`), { flags: 'a' });
        child.stdout.pipe(log);
        child.stderr.pipe(log);
        return child;
      },
      daemonFile,
    );
  const etcd = nodes.map((node) =>
    run(`etcd-${node}`, tools.etcd, etcdOptions(node, folder(`etcd-${node}`))),
  );
  const patroni = nodes.map((node) => {
    const dataDir = join(folder(`node-${node}`), 'data');
    const settings = file(`patroni-${node}.yml`, patroniSettings(node, dataDir, tools, options));
    return run(`patroni-${node}`, tools.patroni, [settings], join(dataDir, 'postmaster.pid'));
  });
  const haproxy = run('haproxy', tools.haproxy, ['-f', file('haproxy.cfg', haproxySettings())]);
  const users = file('users.txt', `"postgres" "${password}"\n`);
  const pgbouncer = run('pgbouncer', tools.pgbouncer, [file('pgbouncer.ini', pgbouncerSettings(users))]);
  for (const server of etcd) server.start();
  await until('etcd has a leader', async () => (await findEtcdLeader()) !== undefined);
  for (const server of patroni) server.start();
  await until('the primary runs', async () => (await findPrimary()) !== undefined);
  haproxy.start();
  pgbouncer.start();
  await until('the database exists', createDatabase);
  await until('both standbys follow', async () => (await membersOf('replica')).length === 2);
  return {
    etcd,
    patroni,
    haproxy,
    pgbouncer,
    findPrimary,
    findSynchronous: () => membersOf('sync'),
    setSynchronous,
    findEtcdLeader,
  };
}

class Ended extends Error {}

/** Throws after five minutes, and when the server that is waited for has ended. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  { limitMs = 300_000, server }: { limitMs?: number; server?: Server } = {},
): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await isSo().catch(() => false))) {
    server?.assertRunning();
    if (Date.now() > end) throw new Error(`After ${limitMs / 1000} s it is still not so that ${what}.`);
    await sleep(200);
  }
}

async function membersOf(health: 'primary' | 'replica' | 'sync'): Promise<number[]> {
  const found = await Promise.all(
    nodes.map(async (node, index) => {
      const response = await fetch(`http://127.0.0.1:${ports.patroni(node)}/${health}`, {
        signal: AbortSignal.timeout(1000),
      }).catch(() => undefined);
      return response?.status === 200 ? [index] : [];
    }),
  );
  return found.flat();
}

const findPrimary = async (): Promise<number | undefined> => (await membersOf('primary'))[0];

async function setSynchronous(isOn: boolean): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${ports.patroni(nodes[0])}/config`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ synchronous_mode: isOn }),
  });
  if (!response.ok) throw new Error(`Patroni does not change its settings (${response.status}).`);
  const wanted = isOn ? 1 : 0;
  await until('the setting applies', async () => (await membersOf('sync')).length === wanted);
}

async function findEtcdLeader(): Promise<number | undefined> {
  for (const [index, node] of nodes.entries()) {
    const response = await fetch(`http://127.0.0.1:${ports.etcd(node)}/v3/maintenance/status`, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(1000),
    }).catch(() => undefined);
    if (!response?.ok) continue;
    const { leader, header } = (await response.json()) as { leader?: string; header: { member_id: string } };
    if (leader === header.member_id) return index;
  }
  return undefined;
}

function etcdOptions(node: number, dataDir: string): string[] {
  const peers = nodes.map((one) => `etcd-${one}=http://127.0.0.1:${ports.etcdPeer(one)}`);
  const client = `http://127.0.0.1:${ports.etcd(node)}`;
  const peer = `http://127.0.0.1:${ports.etcdPeer(node)}`;
  return Object.entries({
    name: `etcd-${node}`,
    'data-dir': join(dataDir, 'data'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': peers.join(','),
    'initial-cluster-state': 'new',
    'heartbeat-interval': '100',
    'election-timeout': '1000',
  }).map(([name, value]) => `--${name}=${value}`);
}

/** A file of deploy/high-availability with its values. */
function settingsFrom(name: string, values: Readonly<Record<string, string | number | boolean>>): string {
  const text = readFileSync(join(import.meta.dirname, '../../deploy/high-availability', name), 'utf8');
  return text.replaceAll(/^[#;].*\n/gm, '').replaceAll(/\$\{(\w+)\}/g, (_, value: string) => {
    if (!(value in values)) throw new Error(`${name} has ${value}, for which the drill has no value`);
    return String(values[value]);
  });
}

const address = (port: number) => `127.0.0.1:${port}`;

function patroniSettings(
  node: number,
  dataDir: string,
  tools: Tools,
  { isSynchronous, ttl }: { isSynchronous: boolean; ttl: number },
): string {
  return settingsFrom('patroni.yaml', {
    NAME: `node-${node}`,
    PATRONI_ADDRESS: address(ports.patroni(node)),
    ETCD_ADDRESSES: nodes.map((one) => address(ports.etcd(one))).join(','),
    TTL: ttl,
    SYNCHRONOUS: isSynchronous,
    SHARED_BUFFERS: '128MB',
    NETWORK: '127.0.0.1/32',
    POSTGRES_ADDRESS: address(ports.postgres(node)),
    DATA_DIR: dataDir,
    BIN_DIR: tools.postgres,
    PASSWORD: password,
    REPLICATION_PASSWORD: password,
    REWIND_PASSWORD: password,
  });
}

const haproxySettings = (): string =>
  settingsFrom('haproxy.cfg', {
    PRIMARY_ADDRESS: address(ports.primary),
    REPLICA_ADDRESS: address(ports.replica),
    ...Object.fromEntries(
      nodes.flatMap((node) => [
        [`POSTGRES_${node}`, address(ports.postgres(node))],
        [`PATRONI_PORT_${node}`, ports.patroni(node)],
      ]),
    ),
  });

const pgbouncerSettings = (users: string): string =>
  settingsFrom('pgbouncer.ini', {
    PRIMARY_HOST: '127.0.0.1',
    PRIMARY_PORT: ports.primary,
    LISTEN_HOST: '127.0.0.1',
    LISTEN_PORT: ports.pgbouncer,
    USERS_FILE: users,
  });

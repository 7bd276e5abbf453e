import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';

const debian = '/usr/lib/postgresql';
const bouncer = '/usr/sbin/pgbouncer';

/** Where Debian's PostgreSQL is, after installing it if the user is root; undefined without it. */
function findServer(): string | undefined {
  const find = () =>
    (existsSync(debian) ? readdirSync(debian) : [])
      .map((version) => join(debian, version, 'bin'))
      .filter((bin) => existsSync(join(bin, 'initdb')))
      .at(-1);
  if (
    (find() === undefined || !existsSync(bouncer)) &&
    process.getuid?.() === 0 &&
    existsSync('/usr/bin/apt-get')
  ) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { env });
    const packages = ['postgresql', 'pgbouncer'];
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
  }
  // It refuses to run as root, and only root may become its user.
  return process.getuid?.() === 0 ? find() : undefined;
}

/** The programs of Debian's PostgreSQL; undefined where there are none, or no root to start them as their user. */
export const bin = findServer();

const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'postgres']).stdout));

function makeHome(name: string): string {
  const home = join('/var/tmp', `countinghouse-${process.pid}-${name}`);
  mkdirSync(home, { recursive: true });
  chownSync(home, uid ?? 0, gid ?? 0);
  return home;
}

const connection = (port: number) => ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];

/** Runs a program of the server as its user. */
function runAs(program: string, ...options: string[]): void {
  const done = spawnSync(join(String(bin), program), options, {
    uid,
    gid,
    cwd: '/var/tmp',
    encoding: 'utf8',
  });
  expect(done.status, `${program}: ${done.stderr}`).toBe(0);
}

/** Starts the server whose files are in `home`. */
function startFiles(home: string, port: number): { stop(): Promise<void> } {
  const settings = `-p ${port} -k ${home} -c listen_addresses=127.0.0.1`;
  const files = join(home, 'data');
  runAs('pg_ctl', '-D', files, '-w', '-l', join(home, 'log'), '-o', settings, 'start');
  return {
    async stop() {
      spawnSync(join(String(bin), 'pg_ctl'), ['-D', files, '-m', 'immediate', 'stop'], { uid, gid });
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** A new, empty server of its own, with an owner who may create roles and no superuser's rights. */
export function startServer(name: string, port: number) {
  const home = makeHome(name);
  runAs(
    'initdb',
    '--auth=trust',
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '-D',
    join(home, 'data'),
  );
  const { stop } = startFiles(home, port);
  runAs('createuser', ...connection(port), '--createrole', 'ch');
  return {
    url: `postgres://ch@127.0.0.1:${port}/countinghouse`,
    createDatabase: () => runAs('createdb', ...connection(port), '--owner', 'ch', 'countinghouse'),
    dropDatabase: () => runAs('dropdb', ...connection(port), '--force', 'countinghouse'),
    stop,
  };
}

/** A standby of the server at `primaryPort`. */
export function startStandby(name: string, port: number, primaryPort: number) {
  const home = makeHome(name);
  runAs(
    'pg_basebackup',
    ...connection(primaryPort),
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '-D',
    join(home, 'data'),
  );
  return { url: `postgres://postgres@127.0.0.1:${port}/countinghouse`, ...startFiles(home, port) };
}

export const hasPgBouncer = bin !== undefined && existsSync(bouncer);

/** PgBouncer in front of the server at `serverPort`; it finds the passwords of all users there. */
export async function startPgBouncer(options: { port: number; serverPort: number; mode: string }) {
  const { port, serverPort, mode } = options;
  const home = makeHome(`pgbouncer-${mode}`);
  const file = join(home, 'pgbouncer.ini');
  writeFileSync(join(home, 'users.txt'), '"postgres" ""\n');
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${serverPort} auth_user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(home, 'users.txt')}
auth_query = select usename, passwd from pg_shadow where usename = $1
pool_mode = ${mode}
; In session mode each connection of a program holds one.
default_pool_size = ${mode === 'session' ? 40 : 10}
`,
  );
  const child = spawn(bouncer, [file], { uid, gid, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      log += String(chunk);
      if (log.includes('process up')) resolve();
    });
    void ended.then(() => reject(new Error(`PgBouncer has ended: ${log}`)));
  });
  return {
    url: `postgres://127.0.0.1:${port}/countinghouse`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}

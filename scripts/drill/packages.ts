import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';

/** The programs of the drill, and the Debian packages that have them. */
const programs = {
  etcd: ['/usr/bin/etcd', 'etcd-server'],
  patroni: ['/usr/bin/patroni', 'patroni'],
  haproxy: ['/usr/sbin/haproxy', 'haproxy'],
  pgbouncer: ['/usr/sbin/pgbouncer', 'pgbouncer'],
} as const;

const postgresFolder = '/usr/lib/postgresql';

export interface Tools {
  etcd: string;
  patroni: string;
  haproxy: string;
  pgbouncer: string;
  /** The folder of PostgreSQL's programs. */
  postgres: string;
  /** The versions, for the report. */
  versions: string;
}

/** Finds what the drill needs. Throws a sentence that names the missing packages, or the missing rights. */
export function findTools(): Tools {
  if (process.getuid?.() !== 0)
    throw new Error('The drill starts servers as the user postgres, so it must be started as root.');
  const bin = newestPostgres();
  const missing: string[] = Object.values(programs).flatMap(([path, name]) =>
    existsSync(path) ? [] : [name],
  );
  if (bin === undefined) missing.push('postgresql');
  if (missing.length > 0 || bin === undefined)
    throw new Error(
      `This machine lacks ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends ${missing.join(' ')}`,
    );
  const tools = {
    etcd: programs.etcd[0],
    patroni: programs.patroni[0],
    haproxy: programs.haproxy[0],
    pgbouncer: programs.pgbouncer[0],
    postgres: bin,
  };
  return { ...tools, versions: versionsOf(tools) };
}

function newestPostgres(): string | undefined {
  const versions = existsSync(postgresFolder) ? readdirSync(postgresFolder) : [];
  return versions
    .toSorted((a, b) => Number(a) - Number(b))
    .map((version) => join(postgresFolder, version, 'bin'))
    .findLast((bin) => existsSync(join(bin, 'initdb')));
}

function versionsOf(tools: Omit<Tools, 'versions'>): string {
  const first = (path: string, flag: string): string =>
    /\d+\.\d+(?:\.\d+)?/.exec(String(spawnSync(path, [flag]).stdout))?.[0] ?? '?';
  return [
    `PostgreSQL ${first(join(tools.postgres, 'postgres'), '--version')}`,
    `Patroni ${first(tools.patroni, '--version')}`,
    `etcd ${first(tools.etcd, '--version')}`,
    `HAProxy ${first(tools.haproxy, '-v')}`,
    `PgBouncer ${first(tools.pgbouncer, '--version')}`,
  ].join(', ');
}

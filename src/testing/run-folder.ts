import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { fallbackHome } from '#database/embedded-postgres.ts';
import { projectRoot } from '#server/config.ts';

/** The databases of a whole run need 6 GB. */
const roomBytes = 10e9;

/**
 * The parent folder of a run's data. Hundreds of databases have a hundred thousand files, which a file system in memory
 * creates three times faster than a disk. A test run has nothing to keep.
 */
function parentFolder(): string {
  const memory = '/dev/shm';
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.includes(` ${memory} `));
    const { bavail, bsize } = statfsSync(memory);
    // The database server runs from its folder, which containers may not allow there.
    const isAllowed = mount !== undefined && !mount.includes('noexec');
    if (isAllowed && Math.min(bavail * bsize, freemem()) > roomBytes) return memory;
  } catch {
    // Not Linux.
  }
  return join(projectRoot, '.cache');
}

/**
 * Makes a folder for the data of this process. Removes folders that killed processes left behind. Every account may
 * read it: when root runs the tests, the database in it uses a separate account.
 */
export function runFolder(name: string): string {
  const parent = parentFolder();
  mkdirSync(parent, { recursive: true });
  const prefix = `countinghouse-${name}-`;
  for (const entry of readdirSync(parent)) {
    const [, pid] = entry.startsWith(prefix) ? (/^(\d+)(-|$)/.exec(entry.slice(prefix.length)) ?? []) : [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      removeRunFolder(join(parent, entry));
    } catch {
      // It belongs to another account, or another run removes it at this time.
    }
  }
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Removes a folder of `runFolder`. It, or folders in it, are data directories: their database servers are stopped, and their
 * files under /var/lib removed.
 */
export function removeRunFolder(folder: string): void {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const dataDir of [folder, ...entries.map(({ name }) => join(folder, name))]) {
    for (const home of [join(dataDir, 'postgres'), fallbackHome(dataDir)]) stopServer(home);
    rmSync(fallbackHome(dataDir), { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true });
}

/** A database server survives the process that started it. */
function stopServer(home: string): void {
  try {
    const [pid] = readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8').split('\n');
    // Another process may have the number by now.
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(home)) process.kill(Number(pid), 'SIGQUIT');
  } catch {
    // It has stopped, or was never started.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another account is running.
    return (error as { code?: string }).code === 'EPERM';
  }
}

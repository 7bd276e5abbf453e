import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
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

/** The folder for the data of this process. Removes those of processes that were killed before they could. */
export function runFolder(name: string): string {
  const parent = parentFolder();
  mkdirSync(parent, { recursive: true });
  const prefix = `countinghouse-${name}-`;
  for (const folder of readdirSync(parent)) {
    const [, pid] = folder.split(prefix);
    if (pid && !isRunning(Number.parseInt(pid))) removeAbandoned(join(parent, folder));
  }
  return join(parent, `${prefix}${process.pid}`);
}

/** A database server survives the process that started it. */
function removeAbandoned(folder: string): void {
  try {
    const [pid] = readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n');
    // Another process may have the number by now.
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)) process.kill(Number(pid), 'SIGQUIT');
  } catch {
    // It has stopped, or was never started.
  }
  rmSync(folder, { recursive: true, force: true });
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

import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '#server/config.ts';

/** Raised when what lies in the data directory changes shape beyond what migrations can mend. */
const layout = '1';

/**
 * Makes the directory ours: writable, of this version, and used by one program at a time.
 * Answers a function that gives it back. Throws ConfigError, having changed nothing, when it cannot be.
 */
export async function claimDataDirectory(dataDir: string): Promise<() => Promise<void>> {
  const versionFile = join(dataDir, 'layout');
  const ownerFile = join(dataDir, 'running.pid');
  try {
    await makeFolder(resolve(dataDir));
    const found = existsSync(versionFile) ? (await readFile(versionFile, 'utf8')).trim() : undefined;
    if (found !== undefined && found !== layout) {
      throw new ConfigError(
        `The data directory ${resolve(dataDir)} is of version ${found}; this program needs ${layout}.`,
      );
    }
    const owner = existsSync(ownerFile) ? Number(await readFile(ownerFile, 'utf8')) : 0;
    if (owner !== process.pid && (await isOurs(owner))) {
      throw new ConfigError(
        `The data directory ${resolve(dataDir)} is in use by process ${owner}. ` +
          'Stop it, or name another with --data-dir.',
      );
    }
    await writeFile(ownerFile, String(process.pid));
    if (found === undefined) await writeFile(versionFile, layout);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `The data directory ${resolve(dataDir)} is not writable: ${(error as Error).message}. ` +
        'Name another with --data-dir.',
    );
  }
  return () => rm(ownerFile, { force: true });
}

/** Folder by folder: Node's own recursive mkdir never returns where folders vanish at once (/proc). */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Process ids are used again after a crash: only a living node counts. */
async function isOurs(pid: number): Promise<boolean> {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes('main.ts');
}

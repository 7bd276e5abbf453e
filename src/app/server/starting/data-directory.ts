import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '#server/config.ts';
import { holdLock } from './hold-lock.ts';

/** Raised when what lies in the data directory changes shape beyond what migrations can mend. */
const layout = '1';

/**
 * Makes the directory ours: writable, of this version, and used by one program at a time.
 * Answers a function that gives it back. Throws ConfigError, having changed nothing, when it cannot be.
 */
export async function claimDataDirectory(dataDir: string): Promise<() => Promise<void>> {
  const folder = resolve(dataDir);
  const versionFile = join(folder, 'layout');
  try {
    await createFolder(folder);
    const found = existsSync(versionFile) ? (await readFile(versionFile, 'utf8')).trim() : undefined;
    if (found !== undefined && found !== layout) {
      throw new ConfigError(
        `The data directory ${folder} is of version ${found}; this program needs ${layout}.`,
      );
    }
    const lock = await holdLock(folder);
    if ('heldBy' in lock) {
      throw new ConfigError(
        `The data directory ${folder} is in use by process ${lock.heldBy}. Stop it, or choose another directory with --data-dir.`,
      );
    }
    try {
      // Also where the directory was made by an earlier start: it may have become read-only since.
      await writeFile(versionFile, layout);
    } catch (error) {
      await lock.release();
      throw error;
    }
    return lock.release;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `The data directory ${folder} is not writable: ${(error as Error).message}. ` +
        'Choose another directory with --data-dir.',
    );
  }
}

/** Folder by folder: Node's own recursive mkdir never returns where folders vanish at once (/proc). */
async function createFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) await createFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

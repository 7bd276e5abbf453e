import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile, link, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createHash, randomBytes } from 'node:crypto';
import { type Server, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '#server/config.ts';

/** Increased when the data directory's format changes beyond what migrations can update. */
const layout = '1';

/**
 * Claims the directory: writable, of this version, and used by one process at a time. Returns a function that
 * releases it. Throws ConfigError, without any change, when that fails.
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
      // Also for a directory that an earlier start created: it may have become read-only.
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

/** Level by level: Node's recursive mkdir never returns where folders vanish at once (/proc). */
async function createFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) await createFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

interface HeldLock {
  release(): Promise<void>;
}

/** A socket's address holds about a hundred bytes. */
const maxAddressLength = 90;

/**
 * A lock on a folder that lives exactly as long as this process: a socket that it listens on. After kill -9
 * nothing listens, and the next start takes over. Works between containers that share the folder, where
 * process ids are meaningless.
 */
async function holdLock(folder: string): Promise<HeldLock | { heldBy: string }> {
  const address = await lockSocketAddress(folder);
  const uniqueAddress = `${address}.${randomBytes(4).toString('hex')}`;
  const server = await listen(uniqueAddress);
  const { ino } = await stat(uniqueAddress);
  const isOwnLock = async () => (await stat(address).catch(() => undefined))?.ino === ino;
  const release = async (): Promise<void> => {
    // Only its own lock: another process may have taken over.
    if (await isOwnLock()) await rm(address, { force: true });
    // Closing the server also removes the socket's first path.
    await new Promise((resolve) => server.close(resolve));
  };
  for (let tries = 0; tries < 20; tries += 1) {
    // One of two simultaneous starts creates the link; the other finds it.
    const isLinked = await link(uniqueAddress, address).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    // Two processes that find a stale lock may both remove it. The later link counts.
    if (isLinked) await sleep(50);
    if (isLinked && (await isOwnLock())) {
      await rm(uniqueAddress, { force: true });
      return { release };
    }
    const heldBy = await readHolder(address);
    if (heldBy !== undefined) {
      await release();
      return { heldBy };
    }
    await rm(address, { force: true });
  }
  await release();
  throw new Error('other processes keep taking its lock');
}

async function lockSocketAddress(folder: string): Promise<string> {
  const real = await realpath(folder);
  const inside = join(real, 'running.sock');
  if (Buffer.byteLength(inside) <= maxAddressLength) return inside;
  return join(tmpdir(), `countinghouse-${createHash('sha256').update(real).digest('hex').slice(0, 16)}`);
}

/** Sends the process id to each connection. */
function listen(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end(String(process.pid));
    });
    server.once('error', reject);
    server.listen(address, () => resolve(server.unref()));
  });
}

/** The process that holds the lock; undefined when no process listens. */
function readHolder(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let received = '';
    const socket = createConnection(address);
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (received += chunk));
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) =>
      resolve(['ECONNREFUSED', 'ENOENT'].includes(code) ? undefined : '?'),
    );
    socket.on('end', () => resolve(received));
    // That process holds the lock but is too busy to respond.
    socket.setTimeout(2000, () => {
      resolve('?');
      socket.destroy();
    });
  });
}

import { createHash, randomBytes } from 'node:crypto';
import { link, realpath, rm, stat } from 'node:fs/promises';
import { type Server, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Held {
  release(): Promise<void>;
}

/** The address of a socket holds about a hundred bytes. */
const maxAddressLength = 90;

/**
 * A lock on a folder that lives exactly as long as this process: a socket that it listens on. After kill -9 nobody
 * listens, and the next start takes it over. Works between containers that share the folder, where process ids say nothing.
 */
export async function holdLock(folder: string): Promise<Held | { heldBy: string }> {
  const address = await lockSocketAddress(folder);
  const own = `${address}.${randomBytes(4).toString('hex')}`;
  const server = await listen(own);
  const { ino } = await stat(own);
  const isOurs = async () => (await stat(address).catch(() => undefined))?.ino === ino;
  const release = async (): Promise<void> => {
    // Only what is ours: another may have taken over.
    if (await isOurs()) await rm(address, { force: true });
    // Removes its first name too.
    await new Promise((resolve) => server.close(resolve));
  };
  for (let tries = 0; tries < 20; tries += 1) {
    // One of two that start together makes the link; the other finds it.
    const isMade = await link(own, address).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    // Two that find a dead one may both remove it: the later link is the one that counts.
    if (isMade) await sleep(50);
    if (isMade && (await isOurs())) {
      await rm(own, { force: true });
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
  throw new Error('its lock changes hands all the time');
}

async function lockSocketAddress(folder: string): Promise<string> {
  const real = await realpath(folder);
  const inside = join(real, 'running.sock');
  if (Buffer.byteLength(inside) <= maxAddressLength) return inside;
  return join(tmpdir(), `countinghouse-${createHash('sha256').update(real).digest('hex').slice(0, 16)}`);
}

/** Tells who asks the number of our process. */
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
    let said = '';
    const socket = createConnection(address);
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (said += chunk));
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) =>
      resolve(['ECONNREFUSED', 'ENOENT'].includes(code) ? undefined : '?'),
    );
    socket.on('end', () => resolve(said));
    // It holds the lock, though it is too busy to say so.
    socket.setTimeout(2000, () => {
      resolve('?');
      socket.destroy();
    });
  });
}

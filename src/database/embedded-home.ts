import { createHash } from 'node:crypto';
import { chown, mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** The unprivileged account of PostgreSQL when this process is root: PostgreSQL does not start as root. */
export interface Account {
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

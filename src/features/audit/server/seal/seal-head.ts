import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Seal } from './seal-chain.ts';

/** A batch and its seal, stored outside the database, so that a cut-off chain is detected. */
export interface StoredSeal {
  batch: number;
  /** Hexadecimal. */
  seal: string;
}

/** 'head': the newest sealed batch; 'verified': the last batch of a successful check. */
type SealFile = 'head' | 'verified';

const buildSealPath = (dataDir: string, name: SealFile) => join(dataDir, `audit-${name}.json`);

export async function readStoredSeal(dataDir: string, name: SealFile): Promise<StoredSeal | undefined> {
  const text = await readFile(buildSealPath(dataDir, name), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { batch, seal } = JSON.parse(text) as StoredSeal;
  return { batch, seal };
}

/** Replaces the file atomically, so that a crash leaves the old or the new one. */
export async function storeSeal(dataDir: string, name: SealFile, seal: Seal): Promise<void> {
  const file = buildSealPath(dataDir, name);
  const stored: StoredSeal = { batch: seal.batch, seal: seal.seal.toString('hex') };
  const next = `${file}.${process.pid}.tmp`;
  await writeFile(next, JSON.stringify(stored), { mode: 0o600 });
  await rename(next, file);
}

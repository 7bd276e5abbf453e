import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Seal } from './seal-chain.ts';

/** A batch and its seal, stored outside the database, so that a cut-off chain is detected. */
export interface Remembered {
  batch: number;
  /** Hexadecimal. */
  seal: string;
}

/** 'head': the newest sealed batch; 'verified': the last batch of a successful check. */
export type Memory = 'head' | 'verified';

const headFilePath = (dataDir: string, memory: Memory) => join(dataDir, `audit-${memory}.json`);

export async function recall(dataDir: string, memory: Memory): Promise<Remembered | undefined> {
  const text = await readFile(headFilePath(dataDir, memory), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { batch, seal } = JSON.parse(text) as Remembered;
  return { batch, seal };
}

/** Replaces the file atomically, so that a crash leaves the old or the new one. */
export async function remember(dataDir: string, memory: Memory, seal: Seal): Promise<void> {
  const file = headFilePath(dataDir, memory);
  const stored: Remembered = { batch: seal.batch, seal: seal.seal.toString('hex') };
  const next = `${file}.${process.pid}.tmp`;
  await writeFile(next, JSON.stringify(stored), { mode: 0o600 });
  await rename(next, file);
}

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Where `scripts/launch.mjs` installs ClickHouse's engine for tests and benchmarks. */
const chdbFolder = join(import.meta.dirname, '..', '..', '..', '.runtime', 'warehouse');

/** The used part of the package's API. A session runs one query at a time. */
export interface ChdbSession {
  queryAsync(query: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>;
  insert(rows: {
    table: string;
    columns: readonly string[];
    values: Uint8Array;
    format: 'TabSeparated';
  }): Promise<unknown>;
  close(): void;
}

export function hasChdb(): boolean {
  return existsSync(join(chdbFolder, 'node_modules', 'chdb', 'package.json'));
}

/** Loads the engine into this process. Throws when it is not installed. */
export function loadChdb(): { Session: new (path: string) => ChdbSession } {
  return createRequire(join(chdbFolder, 'package.json'))('chdb') as ReturnType<typeof loadChdb>;
}

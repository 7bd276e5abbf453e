import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { splitStatements } from './split-sql.ts';

/** The migrations of this program. */
export const migrationFolder = join(import.meta.dirname, '..', 'migrations');

/**
 * The newest migration of release 0.1.0. Those up to it are of the time before the first release: they ran without programs,
 * and no rule of upgrades applies to them.
 */
const baseline = '0310-versions-of-programs.sql';

export interface Migration {
  name: string;
  text: string;
  statements: readonly string[];
  /**
   * How it runs (docs/running.md#upgrades). `transaction`: as a whole, within a second. `concurrent`: each statement by itself,
   * as long as it takes. `batches`: its one statement again and again, each time for the next rows.
   */
  kind: 'transaction' | 'concurrent' | 'batches';
  /** Of a migration that removes what programs before this release use. */
  needsRelease: string | undefined;
  /** Of release 0.1.0 and before. */
  isBaseline: boolean;
}

const contractLine = /^-- Contract: programs before (\d+\.\d+\.\d+) cannot run on it\.?$/m;

/** The names of the migrations in the folders, in their order. */
export async function listMigrations(folders: readonly string[] = [migrationFolder]): Promise<string[]> {
  const lists = await Promise.all(folders.map((folder) => readdir(folder)));
  return lists
    .flat()
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

export async function readMigrations(folders: readonly string[] = [migrationFolder]): Promise<Migration[]> {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const names = await listMigrations([folder]);
      return Promise.all(
        names.map(async (name) => parseMigration(name, await readFile(join(folder, name), 'utf8'))),
      );
    }),
  );
  return lists.flat().toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export function parseMigration(name: string, text: string): Migration {
  const [, needsRelease] = contractLine.exec(text) ?? [];
  return {
    name,
    text,
    statements: splitStatements(text),
    kind: kindOf(name),
    needsRelease,
    isBaseline: name <= baseline,
  };
}

function kindOf(name: string): Migration['kind'] {
  if (name.endsWith('.concurrent.sql')) return 'concurrent';
  return name.endsWith('.batches.sql') ? 'batches' : 'transaction';
}

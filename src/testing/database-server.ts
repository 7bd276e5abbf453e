import { spawn } from 'node:child_process';
import type { TestProject } from 'vitest/node';
import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { prepareHome, serverAccount, startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { migrate } from '#database/migrate.ts';
import { runFolder } from './run-folder.ts';
import { fillTemplate } from './template-contents.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: string;
  }
}

/**
 * One PostgreSQL for all projects of a run, or the one COUNTINGHOUSE_TEST_DATABASE_URL names. Every test file
 * gets its own database, copied from a template that is migrated once and holds the demo organisations.
 */
export default async function databaseServer(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  if (project.getProvidedContext().databaseServer !== undefined) return undefined;
  const externalUrl = process.env.COUNTINGHOUSE_TEST_DATABASE_URL;
  const dataDir = runFolder('test');
  const embedded = externalUrl ? undefined : await startEmbeddedPostgres(dataDir);
  const url = embedded?.url ?? externalUrl ?? '';
  const sql = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  if (embedded) await trustTheDisk(sql);
  await sql.unsafe('drop database if exists countinghouse_template');
  await sql.unsafe('create database countinghouse_template');
  await sql.end();
  const template = new URL(url);
  template.pathname = '/countinghouse_template';
  await migrate(template.href);
  await fillTemplate(template.href);
  for (const child of project.vitest.projects) child.provide('databaseServer', url);
  return async () => {
    if (!embedded) return;
    await embedded.stop();
    removeBeside([await prepareHome(dataDir, serverAccount()), dataDir]);
  };
}

/** Hundreds of databases have a hundred thousand files: what follows does not wait for their removal. */
function removeBeside(folders: readonly string[]): void {
  const remove = 'for (const one of process.argv.slice(1)) fs.rmSync(one, { recursive: true, force: true })';
  spawn(process.execPath, ['-e', remove, ...folders], { detached: true, stdio: 'ignore' }).unref();
}

/**
 * No test of this server survives its crash, so nothing waits for the disk, and statistics of databases that a test no
 * longer uses are not collected. Tests that kill a server start their own.
 */
async function trustTheDisk(sql: Database): Promise<void> {
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    autovacuum_naptime: '10min',
  };
  for (const [name, value] of Object.entries(settings))
    await sql.unsafe(`alter system set ${name} = '${value}'`);
  await sql`select pg_reload_conf()`;
}

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { removeRunFolder, runFolder } from '#testing/run-folder.ts';
import { type Program, embeddedServer, startProgram } from './program.ts';
import { sendRequest } from './send-to-process.ts';

/** Two whole programs on one database. */
export interface ProgramPair {
  folder: string;
  masterKey: string;
  /** The data directory of `local`, with the PostgreSQL that it started. */
  dataDir: string;
  local: Program;
  /** For this one the server is remote. */
  remote: Program;
  owner: Database;
  bothReady(): Promise<boolean>;
  isRestarted(killedServer: number): Promise<boolean>;
  stop(): Promise<void>;
}

/** Uses ten ports from `port`; the last four are free for other programs. */
export async function startPair(name: string, port: number): Promise<ProgramPair> {
  const folder = runFolder(name);
  const masterKey = randomBytes(32).toString('hex');
  const dataDir = join(folder, 'one');
  const local = startProgram(port, dataDir, masterKey);
  expect(await local.outcome, local.output()).toBe('ready');
  const { url } = await embeddedServer(dataDir);
  const remote = startProgram(port + 3, join(folder, 'two'), masterKey, '--database-url', url);
  expect(await remote.outcome, remote.output()).toBe('ready');
  const owner = openDatabase(url, { as: 'owner', max: 2, kind: 'maintenance' });
  const isReady = async ({ port: programPort }: Program) =>
    (await sendRequest(programPort, '/ready'))?.status === 200;
  return {
    folder,
    masterKey,
    dataDir,
    local,
    remote,
    owner,
    bothReady: async () => (await isReady(local)) && (await isReady(remote)),
    // False as well while no server is running, and while a new one still recovers: a poll can miss how short either is.
    async isRestarted(killedServer) {
      const server = await embeddedServer(dataDir).catch(() => undefined);
      if (server === undefined || server.pid === killedServer) return false;
      return owner`select 1`.then(
        () => true,
        () => false,
      );
    },
    async stop() {
      await owner.end({ timeout: 1 });
      for (const program of [remote, local]) {
        program.child.kill('SIGTERM');
        await program.ended;
      }
      removeRunFolder(folder);
    },
  };
}

import {
  type KeyProgram,
  newProgram,
  promoteRoots,
  refreshKeys,
  registerProgram,
} from '#server/auth/key-store/key-programs.ts';
import { openKeys } from '#server/auth/key-store/key-store.ts';
import { variableSource } from '#server/auth/key-store/master-key-source.ts';
import { addRoot } from '#server/auth/key-store/rotate-keys.ts';
import { openDatabase } from '#database/open-database.ts';
import { type TestApp, freshDatabase, startApp } from '#testing/start-app.ts';

const source = variableSource('KEY', { KEY: Buffer.alloc(32, 7).toString('hex') });

/** Two programs on one database, as a rotation meets them. */
export interface RotatingPrograms {
  apps: [TestApp, TestApp];
  programs: [KeyProgram, KeyProgram];
  stop(): Promise<unknown>;
}

export async function startRotatingPrograms(): Promise<RotatingPrograms> {
  const databaseUrl = await freshDatabase();
  const owner = openDatabase(databaseUrl, { as: 'owner', max: 1, kind: 'maintenance' });
  const start = async (): Promise<[TestApp, KeyProgram]> => {
    const { keys, masterKey } = await openKeys(owner, source);
    const program = newProgram(keys, masterKey, '0.1.0');
    await registerProgram(owner, program);
    return [await startApp({ databaseUrl, keys }), program];
  };
  const [[one, first], [two, second]] = [await start(), await start()];
  await owner.end();
  const apps: [TestApp, TestApp] = [one, two];
  return { apps, programs: [first, second], stop: () => Promise.all(apps.map((app) => app.stop())) };
}

/** Adds a root secret. `atMoment` runs after each step: what the programs have and write then differs. */
export async function rotateRoots(
  { apps: [one, two], programs }: RotatingPrograms,
  atMoment: (moment: string) => Promise<void>,
): Promise<void> {
  const { database } = one.services;
  await addRoot(one.owner, programs[0].masterKey, 'Ana');
  await refreshKeys(two.services.database, programs[1]);
  await promoteRoots(database);
  await atMoment('the second program has the new root secret');
  await refreshKeys(database, programs[0]);
  await atMoment('the first program writes under the new root secret');
  await refreshKeys(two.services.database, programs[1]);
  await atMoment('both programs write under the new root secret');
}

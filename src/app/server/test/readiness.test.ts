import fastify from 'fastify';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { ConfigError } from '#server/config.ts';
import { DatabaseUnavailable, openDatabase } from '#database/open-database.ts';
import type { Services } from '#server/services.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { registerHealthRoutes } from '../processes/operator-server.ts';
import { refuseWrongClock, refuseWrongEncoding } from '../prepare-database.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function readReadiness(database: Partial<Services['database']>, isDraining = false) {
  const server = fastify();
  const services = {
    ...app.services,
    database: { ...app.services.database, ...database } as Services['database'],
  };
  registerHealthRoutes(server, services, () => isDraining);
  const response = await server.inject({ url: '/ready' });
  return [response.statusCode, response.json<{ status: string }>().status];
}
const unavailable = (code: string) => async () => {
  throw new DatabaseUnavailable('no', { code });
};

test('names the reason why a program should get no requests', async () => {
  expect(await readReadiness({})).toEqual([200, 'ready']);
  expect(await readReadiness({}, true)).toEqual([503, 'draining']);
  expect(await readReadiness({ ready: unavailable('ECONNREFUSED') })).toEqual([503, 'database unreachable']);
  expect(await readReadiness({ ready: unavailable('53100') })).toEqual([503, 'database does not write']);
  expect(await readReadiness({ clockOffsetMs: () => 119_000 })).toEqual([200, 'ready']);
  expect(await readReadiness({ clockOffsetMs: () => 7_200_000 })).toEqual([
    503,
    "clock is 7200 s behind the database's",
  ]);
  expect(await readReadiness({ clockOffsetMs: () => -121_000 })).toEqual([
    503,
    "clock is 121 s ahead of the database's",
  ]);
});

test('refuses a start with a clock that differs by hours', async () => {
  await refuseWrongClock(app.owner);
  const start = refuseWrongClock(app.owner, Date.now() + 7_200_000);
  await expect(start).rejects.toThrow(ConfigError);
  await expect(start).rejects.toThrow(
    /^This machine's clock is 7(?:199|200) s ahead of the database's\. Correct/,
  );
});

test('refuses a start on a database with another encoding than UTF-8', async () => {
  await refuseWrongEncoding(app.owner);
  const url = new URL(inject('databaseServer'));
  const name = `ascii_${process.pid}`;
  await app.owner.unsafe(
    `create database ${name} encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' locale_provider libc template template0`,
  );
  url.pathname = `/${name}`;
  const ascii = openDatabase(url.href, { as: 'owner', max: 1 });
  onTestFinished(() => ascii.end({ timeout: 1 }));
  const start = refuseWrongEncoding(ascii);
  await expect(start).rejects.toThrow(ConfigError);
  await expect(start).rejects.toThrow(/^The encoding of the database is SQL_ASCII\./);
});

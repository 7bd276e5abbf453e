import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Database, Sql } from '../connection.ts';
import { DatabaseUnavailable, openDatabase } from '../open-database.ts';

let sql: Database;
beforeAll(() => {
  sql = openDatabase(inject('databaseServer'), { as: 'owner', max: 2 });
});
afterAll(() => sql.end({ timeout: 1 }));

async function read(tx: Sql, query: string): Promise<string> {
  let text = '';
  for await (const chunk of await tx.unsafe(`copy (${query}) to stdout`).readable()) text += String(chunk);
  return text;
}
const lines = (from: number) => Array.from({ length: 1000 }, (_, n) => `${from + n}\n`).join('');
const selectOne = async (tx: Sql) => (await tx<{ one: number }[]>`select 1 as one`)[0]?.one;

test('rows come as they are written, between the statements of their transaction', async () => {
  const found = await sql.begin(async (tx) => {
    const before = tx`create temporary table pair on commit drop as select 1 as a, 2 as b`;
    before.execute();
    const rows = await read(tx, 'select * from pair union all select 3, 4');
    return [rows, await selectOne(tx)];
  });
  expect(found).toEqual(['1\t2\n3\t4\n', 1]);
});

test('a copy after a prompt response waits for the end of its batch', async () => {
  await sql.begin(async (tx) => {
    for (let round = 0; round < 500; round += 1) {
      await tx`select pg_sleep(0.0002)`.promptly();
      expect(await read(tx, 'select 7')).toBe('7\n');
    }
  });
});

test.each([
  ['before the first row', 'select 1 / (n - 1) from generate_series(1, 3) n'],
  ['after many', 'select n, 1 / (n - 90000) from generate_series(1, 100000) n'],
])('a failure %s rejects the stream only', async (_when, query) => {
  await expect(read(sql, query)).rejects.toThrow('division by zero');
  await expect(sql.begin((tx) => read(tx, query))).rejects.toThrow('division by zero');
  expect(await read(sql, 'select 5')).toBe('5\n');
});

test('a reader who leaves early gives the connection back', async () => {
  const rows = await sql.begin(async (tx) => {
    const stream = await tx
      .unsafe(`copy (select repeat('x', 1000) from generate_series(1, 20000)) to stdout`)
      .readable();
    await once(stream, 'readable');
    stream.read(10);
    stream.destroy();
    return selectOne(tx);
  });
  expect(rows).toBe(1);
});

test('a killed backend rejects the stream', async () => {
  const work = sql.begin(async (tx) => {
    const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const stream = await tx
      .unsafe(`copy (select repeat('x', 1000) from generate_series(1, 90000)) to stdout`)
      .readable();
    await once(stream, 'readable');
    await sql`select pg_terminate_backend(${row?.pid ?? 0})`;
    await finished(stream.resume());
  });
  await expect(work).rejects.toThrow();
  expect(await selectOne(sql)).toBe(1);
  await expect(work).rejects.not.toThrow(DatabaseUnavailable.name);
});

test('copies rows into a table', async () => {
  const found = await sql.begin(async (tx) => {
    await tx`create temporary table taken (n integer) on commit drop`;
    const stream = await tx`copy ${tx('taken')} (${tx(['n'])}) from stdin`.writable();
    for (let n = 0; n < 50_000; n += 1000) {
      if (!stream.write(lines(n))) await once(stream, 'drain');
    }
    stream.end();
    await finished(stream);
    return tx`select count(*) as rows, max(n) as most from taken`;
  });
  expect(found[0]).toEqual({ rows: 50_000, most: 49_999 });
});

test.each([
  ['the first row', 0],
  ['a row midway', 20_000],
])('%s that is rejected fails the stream, which stores no rows', async (_which, index) => {
  const work = sql.begin(async (tx) => {
    await tx`create temporary table refused (n integer) on commit drop`;
    const stream = await tx`copy refused from stdin`.writable();
    const failed = once(stream, 'error').then(([error]) => Promise.reject(error as Error));
    for (let n = 0; n < 50_000; n += 1000) {
      if (!stream.write(n === index ? 'no number\n' : lines(n)))
        await Promise.race([once(stream, 'drain'), failed]);
    }
    stream.end();
    await failed;
  });
  await expect(work).rejects.toThrow(/invalid input syntax/);
  expect(await selectOne(sql)).toBe(1);
});

test('an abandoned copy stores no rows', async () => {
  await sql`create table if not exists driver_abandoned (n integer)`;
  const stream = await sql`copy driver_abandoned from stdin`.writable();
  stream.write('1\n');
  stream.destroy();
  await expect(finished(stream)).rejects.toThrow(/COPY from stdin failed/);
  expect(await sql`select * from driver_abandoned`).toHaveLength(0);
  await sql`drop table driver_abandoned`;
});

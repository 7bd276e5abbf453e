import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { copyStream } from '../copy-stream.ts';
import { inTenant } from '../tenant.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const read = (statement: string) =>
  inTenant(app.services.database, [1100], async (sql) => {
    let text = '';
    for await (const chunk of await copyStream(sql, statement)) text += String(chunk);
    return text;
  });

test('rows come as they are written', async () => {
  expect(await read('copy (select 1, 2 union all select 3, 4) to stdout')).toBe('1\t2\n3\t4\n');
});

test.each([
  ['before the first row', 'select 1 / (n - 1) from generate_series(1, 3) n'],
  ['after many', 'select n, 1 / (n - 90000) from generate_series(1, 100000) n'],
])('a failure %s is thrown to whoever reads, and ends nothing else', async (_when, query) => {
  await expect(read(`copy (${query}) to stdout`)).rejects.toThrow('division by zero');
  expect(await read('copy (select 5) to stdout')).toBe('5\n');
});

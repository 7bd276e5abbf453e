import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#testing/start-app.ts';
import type { Database } from '../connection.ts';
import { openDatabase } from '../open-database.ts';
import { literalText } from '../literal-text.ts';

let database: Database;
beforeAll(async () => {
  database = openDatabase(await freshDatabase(), { max: 1, kind: 'maintenance' });
});
afterAll(() => database.end({ timeout: 1 }));

test.each(["it's", String.raw`a \' b`, '$1 $$ $name', "'; drop table txn; --", '\u0001\t\n😀', ''])(
  'reads back %j as it was',
  async (value) => {
    const text = await literalText(database, database`select ${value}::text as one, '$1' as two`);
    const [row] = await database.unsafe(text);
    expect(row).toEqual({ one: value, two: '$1' });
  },
);

test('writes null, numbers, days, lists and names', async () => {
  const at = new Date('2026-01-02T03:04:05.678Z');
  const text = await literalText(
    database,
    database`select ${null}::text as none, ${5}::int as five, ${at}::timestamptz as at,
      ${['a', "b'"]}::text[] as list, 'x' in ${database(['x', 'y'])} as ${database('is in')}`,
  );
  const [row] = await database.unsafe(text);
  expect(row).toEqual({ none: null, five: 5, at, list: ['a', "b'"], 'is in': true });
});

test('refuses bytes', async () => {
  await expect(literalText(database, database`select ${Buffer.from('x')}`)).rejects.toThrow('bytes');
});

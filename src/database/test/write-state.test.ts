import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import type { Database } from '../connection.ts';
import { openDatabase } from '../open-database.ts';
import { WriteState } from '../driver/write-state.ts';

let sql: Database;
beforeAll(() => {
  sql = openDatabase(inject('databaseServer'), { as: 'owner', max: 2 });
});
afterAll(() => sql.end({ timeout: 1 }));

/** PostgreSQL's error for a disk without space. */
const failAsFullDisk = (on: Pick<Database, 'unsafe'>) =>
  on.unsafe(`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);

test('is not ready after a full disk until a new file can be written', async () => {
  let isFull = true;
  let writes = 0;
  const state = new WriteState(async () => {
    writes += 1;
    if (isFull) throw new Error('full');
  });
  state.note(new Error('another error'));
  await state.check();
  expect(writes).toBe(0);
  state.note(Object.assign(new Error('could not extend file'), { code: '53100' }));
  await expect(Promise.all([state.check(), state.check()])).rejects.toMatchObject({ code: '53100' });
  // Health checks in the same second ask the server once.
  await expect(state.check()).rejects.toThrow('could not extend file');
  expect(writes).toBe(1);
  isFull = false;
  await expect
    .poll(
      () =>
        state.check().then(
          () => 'ready',
          () => 'full',
        ),
      { timeout: 3000 },
    )
    .toBe('ready');
  expect(writes).toBe(2);
});

test('notices the error of any statement, and asks the server itself', async () => {
  await sql.begin((inside) => failAsFullDisk(inside)).catch(() => {});
  await sql.ready();
  const url = new URL(inject('databaseServer'));
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const standby = openDatabase(url.href, { as: 'owner', max: 1 });
  onTestFinished(() => standby.end({ timeout: 1 }));
  await standby.ready();
  await expect(standby`create table never (id int)`).rejects.toMatchObject({ code: '25006' });
  await expect(standby.ready()).rejects.toMatchObject({ code: '25006' });
});

test('measures how far the clock of the server is ahead', async () => {
  const watched = openDatabase(inject('databaseServer'), {
    as: 'owner',
    max: 1,
    watch: { onDown: () => {}, onUp: () => {} },
  });
  onTestFinished(() => watched.end({ timeout: 1 }));
  expect(sql.clockOffsetMs()).toBeUndefined();
  await expect.poll(() => watched.clockOffsetMs(), { timeout: 5000 }).toBeDefined();
  expect(Math.abs(watched.clockOffsetMs() ?? Number.NaN)).toBeLessThan(1000);
});

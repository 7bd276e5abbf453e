import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Database } from '../connection.ts';
import { DatabaseUnavailable, openDatabase } from '../open-database.ts';

let sql: Database;
let other: Database;
const uncaught: unknown[] = [];
const recordError = (error: unknown) => void uncaught.push(error);

beforeAll(async () => {
  process.on('uncaughtException', recordError).on('unhandledRejection', recordError);
  sql = openDatabase(inject('databaseServer'), { as: 'owner', max: 4 });
  other = openDatabase(inject('databaseServer'), { as: 'owner', max: 1 });
  await sql`create schema if not exists driver_test`;
  await sql`drop table if exists driver_test.part`;
  await sql`create table driver_test.part (id integer primary key, name text, at timestamptz, detail jsonb)`;
});
afterAll(async () => {
  await sql`drop schema driver_test cascade`;
  await Promise.all([sql.end({ timeout: 1 }), other.end({ timeout: 1 })]);
  process.off('uncaughtException', recordError).off('unhandledRejection', recordError);
  expect(uncaught).toEqual([]);
});

const readValue = async (statement: PromiseLike<readonly { value: unknown }[]>) =>
  (await statement)[0]?.value;

test.each([
  ['int8 as a number', (sql) => sql`select 9007199254740991::int8 as value`, 9007199254740991],
  ['a date as its text', (sql) => sql`select date '2026-11-22' as value`, '2026-11-22'],
  [
    'an instant as Date',
    (sql) => sql`select timestamptz '2026-11-22 04:00:00.5+02' as value`,
    new Date('2026-11-22T02:00:00.5Z'),
  ],
  ['numeric as text', (sql) => sql`select 1.50::numeric as value`, '1.50'],
  ['json parsed', (sql) => sql`select '{"a":[1,null]}'::jsonb as value`, { a: [1, null] }],
  ['bytes as a buffer', (sql) => sql`select ${Buffer.from([0, 255])} as value`, Buffer.from([0, 255])],
  ['null as null', (sql) => sql`select null::text as value`, null],
  ['an array of int8', (sql) => sql`select array[1, null, 3]::int8[] as value`, [1, null, 3]],
  ['an array of arrays', (sql) => sql`select array[array['a,b'], array['"']] as value`, [['a,b'], ['"']]],
  [
    'text[] that was sent',
    (sql) => sql`select ${['a', 'b"\\{}', '', 'NULL']}::text[] as value`,
    ['a', 'b"\\{}', '', 'NULL'],
  ],
  ['int[] that was sent', (sql) => sql`select ${[1, 2]}::integer[] as value`, [1, 2]],
  ['an empty array', (sql) => sql`select ${[]}::text[] as value`, []],
  ['json that was sent', (sql) => sql`select ${sql.json(['x', { y: 1 }])} as value`, ['x', { y: 1 }]],
  ['a null that was sent', (sql) => sql`select ${null}::integer as value`, null],
  [
    'an instant with an interval',
    (sql) => sql`select ${new Date(0)} + interval '1 day' as value`,
    new Date(86_400_000),
  ],
] as [string, (sql: Database) => PromiseLike<{ value: unknown }[]>, unknown][])(
  'reads %s',
  async (_title, select, expected) => {
    expect(await readValue(select(sql))).toEqual(expected);
  },
);

test('an int8 beyond a safe integer fails its own statement only', async () => {
  const [failed, succeeded] = await Promise.allSettled([
    sql`select 9007199254740993::int8`,
    sql`select 1 as value`,
  ]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { name: 'RangeError' } });
  expect(succeeded).toMatchObject({ status: 'fulfilled' });
});

test('undefined is refused, and nothing is sent', async () => {
  await expect(sql`select ${undefined as never}`.execute()).rejects.toThrow(/undefined/);
  await expect(sql`insert into driver_test.part ${sql({ id: undefined as never })}`).rejects.toThrow(
    /undefined/,
  );
  expect(await readValue(sql`select count(*) as value from driver_test.part`)).toBe(0);
});

test('fragments nest, and their values keep their places', async () => {
  const name = sql('name');
  const conditions = [sql`id > ${1}`, sql`and ${name} in ${sql(['b', 'c'])}`];
  const rows = await sql`
    select id from (values (1, 'a'), (2, 'b'), (3, 'x')) as t (id, name) where ${conditions} and ${sql`id < ${10}`}`;
  expect(rows.map(({ id }) => id as number)).toEqual([2]);
  expect(await sql`select 1 where 1 in ${sql([])}`).toHaveLength(0);
  expect((await sql`select ${sql(['a', 'b"c'])} from (select 1 as a, 2 as "b""c") as t`)[0]).toEqual({
    a: 1,
    'b"c': 2,
  });
});

test('rows are inserted and changed by their columns, and counted', async () => {
  const rows = [1, 2, 3].map((id) => ({ id, name: null, at: new Date(0), detail: sql.json({ id }) }));
  expect((await sql`insert into driver_test.part ${sql(rows)}`).count).toBe(3);
  const changed = await sql`update driver_test.part set ${sql({ name: 'new', at: null })} where id < ${3}`;
  expect(changed.count).toBe(2);
  const [first] = await sql`select * from driver_test.part where id = 1`;
  expect(first).toEqual({ id: 1, name: 'new', at: null, detail: { id: 1 } });
  expect(await sql`select id, name from driver_test.part where id = 1`.values()).toEqual([[1, 'new']]);
});

test('a failing statement fails its own transaction only', async () => {
  let settled: PromiseSettledResult<unknown>[] = [];
  const work = sql.begin(async (tx) => {
    settled = await Promise.allSettled([
      tx`insert into driver_test.part (id) values (10)`,
      tx`select 1 / ${0}::integer`,
      tx`insert into driver_test.part (id) values (11)`,
    ]);
  });
  await expect(work).rejects.toThrow('division by zero');
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await readValue(sql`select count(*) as value from driver_test.part where id >= 10`)).toBe(0);
  const [failed, succeeded] = await Promise.allSettled([sql`select no_such_column`, sql`select 2 as value`]);
  expect([failed?.status, succeeded?.status]).toEqual(['rejected', 'fulfilled']);
});

test('statements of one transaction are pipelined and return in order', async () => {
  const responses = await sql.begin((tx) =>
    Array.from({ length: 300 }, (_, n) => tx<{ n: number }[]>`select ${n}::integer as n`),
  );
  expect(responses.map(([row]) => row?.n)).toEqual(Array.from({ length: 300 }, (_, n) => n));
});

test('rolls back with the failure of a statement that was not awaited', async () => {
  const work = sql.begin(async (tx) => {
    tx`select 1 / ${0}::integer`.execute();
    return 'done';
  });
  await expect(work).rejects.toThrow('division by zero');
});

test('rejects every statement of a transaction that cannot begin', async () => {
  const failure = { code: '22023' };
  const begun = sql.begin({ settings: { statement_timeout: 'soon' } }, async (tx) => {
    await expect(
      tx`insert into driver_test.part (id, name) values (901, 'in the same packet')`.execute(),
    ).rejects.toMatchObject({ code: '25P02' });
    await tx`insert into driver_test.part (id, name) values (902, 'after it')`;
  });
  await expect(begun).rejects.toMatchObject(failure);
  const read = sql.once({ settings: { statement_timeout: 'soon' } }, async (tx) => tx`select 1`);
  await expect(read).rejects.toMatchObject(failure);
  expect(await sql`select id from driver_test.part where id > 900`).toEqual([]);
});

test('executes no statement behind one that fails, on a connection that stays usable', async () => {
  const only = () => other<{ value: number }[]>`select pg_backend_pid() as value`;
  const before = await readValue(only());
  const failed = other.begin(async (tx) => {
    const [first, second, third] = await Promise.allSettled([
      tx`select 1 as value`,
      tx`select 1 / 0`,
      tx`select pg_sleep(60)`,
    ]);
    expect(first).toMatchObject({ status: 'fulfilled' });
    expect(second).toMatchObject({ reason: { code: '22012' } });
    expect(third).toMatchObject({ reason: { code: '25P02' } });
  });
  await expect(failed).rejects.toMatchObject({ code: '22012' });
  expect(await readValue(only())).toBe(before);
});

test('a prompt response arrives while a statement behind it waits', async () => {
  const released = Promise.withResolvers<void>();
  const holder = sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(4711)`;
    await other.begin(async (inner) => {
      const prompt = inner<{ value: number }[]>`select 1 as value`.promptly().execute();
      const waiting = inner`select pg_advisory_xact_lock(4711)`.execute();
      expect(await readValue(prompt)).toBe(1);
      released.resolve();
      void waiting.catch(() => {});
      await sql`select pg_cancel_backend(pid) from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`;
      await expect(waiting).rejects.toMatchObject({ code: '57014' });
    });
  });
  await released.promise;
  await expect(holder).rejects.toMatchObject({ code: '57014' });
});

test('a statement after the end of its transaction is refused', async () => {
  let endedSql: Parameters<Parameters<Database['begin']>[1]>[0] | undefined;
  await sql.begin(async (tx) => void (endedSql = tx));
  await expect((endedSql as unknown as Database)`select 1`.execute()).rejects.toThrow(
    /transaction had ended/,
  );
});

test('a connection keeps 200 statements prepared, and forgets the oldest', async () => {
  const count = await sql.begin(async (tx) => {
    for (let n = 0; n < 450; n += 1)
      await tx.unsafe(`select ${n} as n, $1::integer as m`, [n], { prepare: true });
    await tx.unsafe('select 0 as n, $1::integer as m', [1], { prepare: true });
    return readValue(tx`select count(*) as value from pg_prepared_statements`);
  });
  expect(count).toBe(200);
});

test('a statement whose first execution fails is prepared again', async () => {
  const singleConnection = openDatabase(inject('databaseServer'), { as: 'owner', max: 1 });
  const divide = (by: number) => singleConnection<{ value: number }[]>`select 6 / ${by}::integer as value`;
  const settled = await Promise.allSettled([divide(0), divide(2), divide(0), divide(3)].map(readValue));
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : one.status))).toEqual([
    'rejected',
    3,
    'rejected',
    2,
  ]);
  await expect(singleConnection`select * from driver_test.later`.execute()).rejects.toThrow(/not exist/);
  await sql`create table driver_test.later (id integer)`;
  expect(await singleConnection`select * from driver_test.later`).toHaveLength(0);
  await singleConnection.end();
});

test('a prepared statement outlives a change of its table', async () => {
  const singleConnection = openDatabase(inject('databaseServer'), { as: 'owner', max: 1 });
  const find = () => singleConnection`select * from driver_test.part where id = 1`;
  await find();
  await sql`alter table driver_test.part add column extra integer`;
  await find().catch(() => {});
  expect((await find())[0]).toHaveProperty('extra', null);
  await singleConnection.end();
});

test('a killed backend rejects its statements, and the pool recovers', async () => {
  const started = Promise.withResolvers<number>();
  const big = 'x'.repeat(3_000_000);
  const work = sql.begin(async (tx) => {
    started.resolve((await readValue(tx`select pg_backend_pid() as value`)) as number);
    return Promise.allSettled([
      tx`select pg_sleep(30)`,
      ...Array.from({ length: 50 }, (_, n) => tx`select ${big} as text, ${n}::integer as n`),
    ]);
  });
  const failed = expect(work).rejects.toThrow(DatabaseUnavailable);
  const pid = await started.promise;
  await expect
    .poll(() => other`select 1 from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`)
    .toHaveLength(1);
  await other`select pg_terminate_backend(${pid})`;
  await failed;
  const responses = await Promise.all(Array.from({ length: 8 }, () => readValue(sql`select 1 as value`)));
  expect(responses).toEqual(Array(8).fill(1));
});

test('idle connections that are killed are replaced', async () => {
  await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.05)`));
  await other`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'countinghouse'
      and query like 'select pg_sleep(0.05)%'`;
  await expect
    .poll(() => Promise.all(Array.from({ length: 4 }, () => readValue(sql`select 1 as value`))))
    .toEqual([1, 1, 1, 1]);
});

test('a statement that another connection cancels fails alone', async () => {
  const work = sql.begin(async (tx) => {
    const pid = (await readValue(tx`select pg_backend_pid() as value`)) as number;
    const slow = tx`select pg_sleep(30)`;
    slow.execute();
    const cancel = () =>
      other`
        select pg_cancel_backend(pid) from pg_stat_activity
        where pid = ${pid} and state = 'active' and query like 'select pg_sleep%'`;
    await expect.poll(cancel).toHaveLength(1);
    await slow;
  });
  await expect(work).rejects.toMatchObject({ code: '57014' });
});

test('an unreachable server is unavailable, with the reason', async () => {
  const unreachable = openDatabase('postgres://u:p@127.0.0.1:9/none');
  await expect(unreachable`select 1`.execute()).rejects.toMatchObject({
    name: 'Error',
    code: 'ECONNREFUSED',
    message: expect.stringContaining('ECONNREFUSED'),
  });
  await expect(unreachable`select 1`.execute()).rejects.toThrow(DatabaseUnavailable);
  await unreachable.end();
});

test('only the part of a transaction that fails in a savepoint is undone', async () => {
  const rows = await sql.begin(async (tx) => {
    await tx`create temporary table parts (n integer) on commit drop`;
    await tx`insert into parts values (1)`;
    const failed = tx.savepoint(async (part) => {
      await part`insert into parts values (2)`;
      await part`select 1 / 0`;
    });
    await expect(failed).rejects.toMatchObject({ code: '22012' });
    await expect(tx.savepoint(async () => Promise.reject(new RangeError('ours')))).rejects.toThrow('ours');
    await tx.savepoint((part) => part`insert into parts values (3)`);
    return tx`select n from parts order by n`;
  });
  expect(rows).toEqual([{ n: 1 }, { n: 3 }]);
});

import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Database, TransactionSql } from '../connection.ts';
import { openDatabase } from '../open-database.ts';
import { pipelined, readInTenant, sendLast } from '../pipelined.ts';
import { inTenant } from '../tenant.ts';

let database: Database;
const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);

beforeAll(async () => {
  process.on('unhandledRejection', note);
  database = openDatabase(inject('databaseServer'), { as: 'owner', max: 1 });
  await database`create schema if not exists pipelined_test`;
});
beforeEach(async () => {
  await database`drop table if exists pipelined_test.line`;
  await database`create table pipelined_test.line (position integer generated always as identity, name text unique)`;
});
afterAll(async () => {
  await database`drop schema pipelined_test cascade`;
  await database.end({ timeout: 1 });
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

const write = (sql: TransactionSql, name: string) =>
  sql`insert into pipelined_test.line (name) values (${name})`;
async function names(sql: TransactionSql | Database): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select name from pipelined_test.line order by position`;
  return rows.map(({ name }) => name);
}
async function writeInside(sql: TransactionSql, name: string): Promise<string> {
  await write(sql, name);
  return name;
}

test('executes statements and functions in the order of the array', async () => {
  const [, second, , third, , visible] = await database.begin((sql) =>
    pipelined(sql, [
      () => write(sql, 'a'),
      () => writeInside(sql, 'b'),
      () => pipelined(sql, [() => write(sql, 'c'), () => writeInside(sql, 'd')]),
      () => writeInside(sql, 'e'),
      () => write(sql, 'f'),
      () => names(sql),
    ]),
  );
  expect([second, third]).toEqual(['b', 'e']);
  expect(visible).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('sends all first statements before the first response', async () => {
  const events: string[] = [];
  await database.begin((sql) =>
    pipelined(
      sql,
      ['a', 'b'].map((name) => async () => {
        events.push(`send ${name}`);
        await write(sql, name);
        events.push(`response ${name}`);
      }),
    ),
  );
  expect(events).toEqual(['send a', 'send b', 'response a', 'response b']);
});

test('throws the failure that caused the others', async () => {
  const failed = database.begin((sql) =>
    pipelined(sql, [
      () => write(sql, 'a'),
      () => sql`insert into pipelined_test.line (name) values ('a')`,
      () => writeInside(sql, 'b'),
    ]),
  );
  await expect(failed).rejects.toMatchObject({ code: '23505' });
  expect(await names(database)).toEqual([]);
});

test('throws a failure before its statement once the other steps are over', async () => {
  let isOver = false;
  const failed = database.begin((sql) =>
    pipelined(sql, [
      async () => {
        throw new Error('no statement');
      },
      async () => {
        await write(sql, 'a');
        isOver = true;
      },
    ]),
  );
  await expect(failed).rejects.toThrow('no statement');
  expect(isOver).toBe(true);
});

test('leaves the connection usable after a failure inside a savepoint', async () => {
  await database.begin(async (sql) => {
    const inner = sql.savepoint((part) =>
      pipelined(part, [() => part`select 1 / 0`, () => write(part, 'lost'), () => write(part, 'lost too')]),
    );
    await expect(inner).rejects.toMatchObject({ code: '22012' });
    await write(sql, 'kept');
  });
  expect(await names(database)).toEqual(['kept']);
});

test('reads rows of the companies in one round trip', async () => {
  const sent: string[] = [];
  const [setting, row] = await readInTenant(database, [7, 8], (sql) => [
    async () => {
      sent.push('first');
      const [read] = await sql<{ ids: string }[]>`select current_setting('app.companies') as ids`;
      sent.push('response');
      return read?.ids;
    },
    () => {
      sent.push('second');
      return sql`select 1 as one`;
    },
  ]);
  expect([setting, row[0]]).toEqual(['7,8', { one: 1 }]);
  expect(sent).toEqual(['first', 'second', 'response']);
});

test('refuses a second statement of a step in readInTenant', async () => {
  const reading = readInTenant(database, [7], (sql) => [
    async () => {
      await sql`select 1`;
      await sql`select 2`;
    },
  ]);
  await expect(reading).rejects.toThrow('after its transaction had ended');
  expect(await names(database)).toEqual([]);
});

test('refuses a write in readInTenant', async () => {
  const writing = readInTenant(database, [7], (sql) => [() => write(sql, 'a')]);
  await expect(writing).rejects.toMatchObject({ code: '25006' });
  expect(await names(database)).toEqual([]);
});

test('commits what sendLast sends', async () => {
  const result = await inTenant(database, [7], async (sql) => {
    await write(sql, 'a');
    sendLast(sql, [write(sql, 'b'), write(sql, 'c')]);
    return 'done';
  });
  expect(result).toBe('done');
  expect(await names(database)).toEqual(['a', 'b', 'c']);
});

test('rolls back and throws when a statement of sendLast fails', async () => {
  const failing = inTenant(database, [7], async (sql) => {
    await write(sql, 'a');
    sendLast(sql, [write(sql, 'b'), write(sql, 'a'), write(sql, 'c')]);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await names(database)).toEqual([]);
});

test('throws the failure of sendLast also when statements follow it', async () => {
  const failing = inTenant(database, [7], async (sql) => {
    await write(sql, 'a');
    sendLast(sql, [write(sql, 'a')]);
    await write(sql, 'b');
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await names(database)).toEqual([]);
});

import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestWarehouse, describeWarehouse, startWarehouse } from '#testing/warehouse/start-warehouse.ts';
import { param, clause, column, join, compile } from '../clickhouse-sql.ts';
import { WarehouseTimeout } from '../warehouse.ts';

test('numbers the parameters across fragments', () => {
  const piece = clause`${column('merch_ref')} = ${param("x' or 1=1 --", 'String')}`;
  expect(compile(clause`select 1 where ${join([piece, piece], ' or ')} limit ${param(5, 'UInt64')}`)).toEqual(
    {
      query: 'select 1 where `merch_ref` = {p0:String} or `merch_ref` = {p1:String} limit {p2:UInt64}',
      params: { p0: "x' or 1=1 --", p1: "x' or 1=1 --", p2: 5 },
    },
  );
});

test('rejects invalid column names', () => {
  expect(() => column('a` from x --')).toThrow('is not a column');
});

describeWarehouse('the warehouse engine', () => {
  let store: TestWarehouse;
  const endless = clause`select count() from numbers(1000000000000) where sipHash64(number) = 1`;
  const running = async () => {
    const [[count] = []] = await store.warehouse.rows(
      clause`select count() from system.processes where query like '%sipHash64%' and query not like '%system.processes%'`,
    );
    return Number(count);
  };

  beforeAll(async () => {
    store = await startWarehouse();
    await store.warehouse.command(
      clause`create table pair (id Int64, name Nullable(String)) engine = MergeTree order by id`,
    );
  });
  afterAll(() => store?.stop());

  test('binds every text unchanged', async () => {
    const odd = [
      "it's",
      '"',
      '\\',
      '\\N',
      '\t\n\r\b\f\0',
      '{p0:String}',
      '😀 漢字 e\u0301',
      "') or 1=1 --",
      '',
    ];
    const [row] = await store.warehouse.rows(
      clause`select ${join(
        odd.map((text) => clause`${param(text, 'String')}`),
        ', ',
      )}, ${param(odd, 'Array(String)')}, ${param([1, -2], 'Array(Int32)')}, ${param('9007199254740993', 'Int64')}`,
    );
    expect(row).toEqual([...odd, odd, [1, -2], '9007199254740993']);
  });

  test('inserts tab-separated lines from a stream', async () => {
    await store.warehouse.insert(
      'pair',
      ['`id`', '`name`'],
      Readable.from([Buffer.from('1\tone\n2\t\\N\n3\tta\\tb\\\\'), Buffer.from('\\n\n')], {
        objectMode: false,
      }),
    );
    expect(await store.warehouse.rows(clause`select id, name from pair order by id`)).toEqual([
      ['1', 'one'],
      ['2', null],
      ['3', 'ta\tb\\\n'],
    ]);
  });

  test('throws the code of a failed query and clears its session', async () => {
    await expect(store.warehouse.rows(clause`select nope from pair`)).rejects.toMatchObject({
      code: '47',
      type: 'UNKNOWN_IDENTIFIER',
    });
    const inEachSession = [1, 2, 3, 4];
    for (let time = 0; time < 2; time += 1) {
      const failed = inEachSession.map(() => store.warehouse.rows(endless, { timeoutMs: 1000 }));
      await Promise.all(failed.map((query) => expect(query).rejects.toThrow(WarehouseTimeout)));
      const results = inEachSession.map((value) =>
        store.warehouse.rows(clause`select ${param(value, 'Int32')}`),
      );
      expect(await Promise.all(results)).toEqual(inEachSession.map((value) => [[value]]));
    }
  });

  test('stops a query when the caller aborts', async () => {
    const caller = new AbortController();
    const response = store.warehouse.rows(endless, { signal: caller.signal });
    await expect.poll(running).toBe(1);
    caller.abort();
    await expect(response).rejects.toThrow();
    await expect.poll(running).toBe(0);
  });

  test('serves other queries while a long one runs', async () => {
    const caller = new AbortController();
    const long = store.warehouse.rows(endless, { signal: caller.signal }).catch(() => 'stopped');
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        store.warehouse.rows(clause`select ${param(index, 'Int32')}`),
      ),
    );
    expect(responses).toEqual(Array.from({ length: 200 }, (_, index) => [[index]]));
    expect(await Promise.race([long, Promise.resolve('still running')])).toBe('still running');
    caller.abort();
    expect(await long).toBe('stopped');
  });

  test('keeps acknowledged rows after kill -9', async () => {
    await store.warehouse.command(clause`insert into pair select 1000 + number, 'kept' from numbers(500)`);
    const first = store.warehouse.pid();
    process.kill(first, 'SIGKILL');
    await expect
      .poll(() => store.warehouse.rows(clause`select 1`).catch(() => store.warehouse.pid()), {
        timeout: 10_000,
      })
      .toEqual([[1]]);
    expect(store.warehouse.pid()).not.toBe(first);
    expect(await store.warehouse.rows(clause`select count() from pair where name = 'kept'`)).toEqual([
      ['500'],
    ]);
  });
});

import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestWarehouse, describeWarehouse, startWarehouse } from '#testing/start-warehouse.ts';
import { type ClickHouseSql, param, clause, column, join, compile } from '../clickhouse-sql.ts';
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

describeWarehouse('the embedded warehouse', () => {
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

  test('streams lines unescaped, in pieces of whole lines', async () => {
    const lines = store.warehouse.lines(
      clause`select concat(toString(number), '\t"\\\\\n,ä') from numbers(300000)`,
    );
    const pieces: Uint8Array[] = [];
    for await (const piece of lines) {
      expect(piece.at(-1)).toBe(0x0a);
      pieces.push(piece);
    }
    expect(pieces.length).toBeGreaterThan(1);
    const expected = Array.from({ length: 300_000 }, (_, index) => `${index}\t"\\\n,ä\n`).join('');
    expect(Buffer.concat(pieces).toString() === expected).toBe(true);
  });

  test('throws when a query fails while streaming', async () => {
    const all = async (select: ClickHouseSql) => {
      let bytes = 0;
      for await (const piece of store.warehouse.lines(select)) bytes += piece.length;
      return bytes;
    };
    expect(await all(clause`select 'x' from numbers(0)`)).toBe(0);
    await expect(
      all(clause`select concat('x', toString(throwIf(number = 2000000))) from numbers(3000000)`),
    ).rejects.toThrow();
    expect(await store.warehouse.rows(clause`select 7`)).toEqual([[7]]);
  });

  test('stops a query when the reader of its lines leaves', async () => {
    const slow = clause`select toString(sipHash64(number)) from numbers(1000000000000)`;
    for (const leave of ['left', 'aborted']) {
      const caller = new AbortController();
      const lines = store.warehouse.lines(slow, { signal: caller.signal });
      expect((await lines.next()).done).toBe(false);
      await expect.poll(running).toBe(1);
      if (leave === 'left') await lines.return(undefined);
      else {
        caller.abort();
        await expect(
          (async () => {
            for (;;) if ((await lines.next()).done) return;
          })(),
        ).rejects.toBe(caller.signal.reason);
      }
      await expect.poll(running).toBe(0);
    }
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

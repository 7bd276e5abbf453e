import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestWarehouse, describeWarehouse, startWarehouse } from '#testing/start-warehouse.ts';
import { type ClickHouseSql, param, clause, column, join, compile } from '../clickhouse-sql.ts';
import { WarehouseTimeout } from '../warehouse.ts';

test('a clause keeps its values apart from its words, and counts them over all its pieces', () => {
  const piece = clause`${column('merch_ref')} = ${param("x' or 1=1 --", 'String')}`;
  expect(compile(clause`select 1 where ${join([piece, piece], ' or ')} limit ${param(5, 'UInt64')}`)).toEqual(
    {
      query: 'select 1 where `merch_ref` = {p0:String} or `merch_ref` = {p1:String} limit {p2:UInt64}',
      params: { p0: "x' or 1=1 --", p1: "x' or 1=1 --", p2: 5 },
    },
  );
});

test('a column is a name of ours and nothing else', () => {
  expect(() => column('a` from x --')).toThrow('no column');
});

describeWarehouse('the embedded warehouse', () => {
  let house: TestWarehouse;
  const endless = clause`select count() from numbers(1000000000000) where sipHash64(number) = 1`;
  const running = async () => {
    const [[count] = []] = await house.warehouse.rows(
      clause`select count() from system.processes where query like '%sipHash64%' and query not like '%system.processes%'`,
    );
    return Number(count);
  };

  beforeAll(async () => {
    house = await startWarehouse();
    await house.warehouse.command(
      clause`create table pair (id Int64, name Nullable(String)) engine = MergeTree order by id`,
    );
  });
  afterAll(() => house?.stop());

  test('binds every text as it is', async () => {
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
    const [row] = await house.warehouse.rows(
      clause`select ${join(
        odd.map((text) => clause`${param(text, 'String')}`),
        ', ',
      )}, ${param(odd, 'Array(String)')}, ${param([1, -2], 'Array(Int32)')}, ${param('9007199254740993', 'Int64')}`,
    );
    expect(row).toEqual([...odd, odd, [1, -2], '9007199254740993']);
  });

  test('takes rows in as tab-separated lines, from a stream', async () => {
    await house.warehouse.insert(
      'pair',
      ['`id`', '`name`'],
      Readable.from([Buffer.from('1\tone\n2\t\\N\n3\tta\\tb\\\\'), Buffer.from('\\n\n')], {
        objectMode: false,
      }),
    );
    expect(await house.warehouse.rows(clause`select id, name from pair order by id`)).toEqual([
      ['1', 'one'],
      ['2', null],
      ['3', 'ta\tb\\\n'],
    ]);
  });

  test('gives lines out as they are and as they are made, whole ones to a piece', async () => {
    const lines = house.warehouse.lines(
      clause`select concat(toString(number), '\t"\\\\\n,ä') from numbers(300000)`,
    );
    const pieces: Uint8Array[] = [];
    for await (const piece of lines) {
      expect(piece.at(-1)).toBe(0x0a);
      pieces.push(piece);
    }
    expect(pieces.length).toBeGreaterThan(1);
    const wanted = Array.from({ length: 300_000 }, (_, at) => `${at}\t"\\\n,ä\n`).join('');
    expect(Buffer.concat(pieces).toString() === wanted).toBe(true);
  });

  test('of no rows there are no lines, and of a query that breaks off there is an error', async () => {
    const all = async (select: ClickHouseSql) => {
      let bytes = 0;
      for await (const piece of house.warehouse.lines(select)) bytes += piece.length;
      return bytes;
    };
    expect(await all(clause`select 'x' from numbers(0)`)).toBe(0);
    await expect(
      all(clause`select concat('x', toString(throwIf(number = 2000000))) from numbers(3000000)`),
    ).rejects.toThrow();
    expect(await house.warehouse.rows(clause`select 7`)).toEqual([[7]]);
  });

  test('stops a query whose lines nobody takes any more', async () => {
    const slow = clause`select toString(sipHash64(number)) from numbers(1000000000000)`;
    for (const leave of ['left', 'aborted']) {
      const nobody = new AbortController();
      const lines = house.warehouse.lines(slow, { signal: nobody.signal });
      expect((await lines.next()).done).toBe(false);
      await expect.poll(running).toBe(1);
      if (leave === 'left') await lines.return(undefined);
      else {
        nobody.abort();
        await expect(
          (async () => {
            for (;;) if ((await lines.next()).done) return;
          })(),
        ).rejects.toBe(nobody.signal.reason);
      }
      await expect.poll(running).toBe(0);
    }
  });

  test('names what is wrong with a query, and the next answer has nothing of it', async () => {
    await expect(house.warehouse.rows(clause`select nope from pair`)).rejects.toMatchObject({
      code: '47',
      type: 'UNKNOWN_IDENTIFIER',
    });
    for (let time = 0; time < 6; time += 1) {
      await expect(house.warehouse.rows(endless, { timeoutMs: 1000 })).rejects.toThrow(WarehouseTimeout);
      expect(await house.warehouse.rows(clause`select 7`)).toEqual([[7]]);
    }
  });

  test('stops a query whose answer nobody waits for', async () => {
    const nobody = new AbortController();
    const answer = house.warehouse.rows(endless, { signal: nobody.signal });
    await expect.poll(running).toBe(1);
    nobody.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(running).toBe(0);
  });

  test('answers others while a long query runs, each with its own values', async () => {
    const caller = new AbortController();
    const long = house.warehouse.rows(endless, { signal: caller.signal }).catch(() => 'stopped');
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => house.warehouse.rows(clause`select ${param(at, 'Int32')}`)),
    );
    expect(answers).toEqual(Array.from({ length: 200 }, (_, at) => [[at]]));
    expect(await Promise.race([long, Promise.resolve('still running')])).toBe('still running');
    caller.abort();
    expect(await long).toBe('stopped');
  });

  test('what was acknowledged is there after kill -9', async () => {
    await house.warehouse.command(clause`insert into pair select 1000 + number, 'kept' from numbers(500)`);
    const first = house.warehouse.pid();
    process.kill(first, 'SIGKILL');
    await expect
      .poll(() => house.warehouse.rows(clause`select 1`).catch(() => house.warehouse.pid()), {
        timeout: 10_000,
      })
      .toEqual([[1]]);
    expect(house.warehouse.pid()).not.toBe(first);
    expect(await house.warehouse.rows(clause`select count() from pair where name = 'kept'`)).toEqual([
      ['500'],
    ]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs } from '#server/clock.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { testStart } from '#testing/template-contents.ts';

let app: TestApp;
let admin: Send;
let odder: Send;
const first = 10_000_000_001;
const oddPlace = { merchantId: 1211, installationId: 5300006, companyId: 1200 };

beforeAll(async () => {
  app = await startApp();
  // Forty rows at Harbour Coffee, in pairs of one instant and one amount, so that the order has ties.
  for (let index = 0; index < 40; index += 1) {
    await insertTransaction(app.owner, {
      txnId: first + index,
      at: new Date(testStart.getTime() - Math.floor(index / 2) * hourMs),
      status: index % 10 === 9 ? 'FAILED' : 'SUCCESS',
    });
  }
  await insertTransaction(app.owner, {
    txnId: 10_000_000_100,
    merchantId: 1112,
    installationId: 5300003,
    email: 'grace@example.org',
    merchRef: 'BOOK-1',
  });
  await insertTransaction(app.owner, {
    txnId: 10_000_000_200,
    merchantId: 1211,
    installationId: 5300006,
    companyId: 1200,
    currency: 'KWD',
    digits: 3,
    minor: 12_345,
    merchRef: "TRIP'; drop table txn --",
  });
  await insertTransaction(app.owner, {
    txnId: 10_000_000_300,
    merchantId: 1121,
    installationId: 5300004,
    currency: 'JPY',
    digits: 0,
    minor: 900,
    type: 'REFUND',
  });
  admin = await actAs(app, 'admin@harbour.example');
  odder = await actAs(app, 'admin@meridian.example');
});
afterAll(() => app.stop());

const url = '/proxy/sync/tqs/reporting/internal/search';
type Field = Record<string, unknown>;
const search = (send: Send, fields: Field[], more: object = {}) =>
  send('POST', url, { startFrom: 1, limit: 25, includeFieldNames: true, fields, ...more });
const ids = (body: { data: string[][] }) => body.data.map(([id]) => Number(id));

describe('the response', () => {
  test('returns rows in display order, names and the exact total', async () => {
    const { body } = await search(
      admin,
      [{ field: 'txn_id' }, { field: 'merch_ref' }, { field: 'txn_datetime', display: false, sort: 'DESC' }],
      { orgIds: [1111] },
    );
    expect(body.fieldNames).toEqual(['txn_id', 'merch_ref']);
    expect(body.resultsAvailable).toBe(40);
    expect(body.data).toHaveLength(25);
    expect(body.data[0]).toEqual([String(first + 1), `TXN-${first + 1}`]);
  });

  test("returns amounts as text with their currency's digits", async () => {
    const yen = await search(admin, [
      { field: 'requested_amount' },
      { field: 'ccy_code', filter: { operation: 'EQUALS', value: ['JPY'] } },
    ]);
    expect(yen.body.data).toEqual([['-900', 'JPY']]);
    const meridian = await actAs(app, 'admin@meridian.example');
    const dinar = await search(meridian, [{ field: 'amount' }, { field: 'txn_datetime' }]);
    expect(dinar.body.data).toEqual([['12.345', '2026-11-20T10:00:00.000+00:00']]);
  });
});

describe('paging and order', () => {
  test('neither repeats nor skips a row on tied sort keys', async () => {
    for (const field of ['requested_amount', 'txn_datetime', 'description', 'merch_ref']) {
      for (const sort of ['ASC', 'DESC']) {
        const listedIds: number[] = [];
        for (let startFrom = 1; startFrom <= 40; startFrom += 7) {
          const { body } = await search(admin, [{ field: 'txn_id' }, { field, sort }], {
            startFrom,
            limit: 7,
            orgIds: [1111],
          });
          listedIds.push(...ids(body));
          expect(body.resultsAvailable).toBe(40);
        }
        expect(new Set(listedIds).size, `${field} ${sort}`).toBe(40);
        expect(listedIds).toHaveLength(40);
      }
    }
  });

  test('returns the total on a page beyond the end', async () => {
    const { body } = await search(admin, [{ field: 'txn_id' }], { startFrom: 101, orgIds: [1111] });
    expect(body).toMatchObject({ data: [], resultsAvailable: 40 });
  });
});

describe('filters', () => {
  const cases: [name: string, fields: Field[], total: number][] = [
    ['EQUALS on an id', [{ field: 'txn_id', filter: { operation: 'EQUALS', value: [String(first)] } }], 1],
    [
      'EQUALS ignoring the case of an e-mail',
      [{ field: 'customer_email', filter: { operation: 'EQUALS', value: ['GRACE@example.org'] } }],
      1,
    ],
    [
      'IN on statuses',
      [{ field: 'txn_status', filter: { operation: 'IN', value: ['FAILED', 'EXPIRED'] } }],
      4,
    ],
    [
      'NOT_EQUALS counts missing values',
      [{ field: 'OPTIMIZE360_OUTCOME', filter: { operation: 'NOT_EQUALS', value: ['BLOCK'] } }],
      42,
    ],
    ['IS_NULL', [{ field: 'OPTIMIZE360_OUTCOME', filter: { operation: 'IS_NULL' } }], 42],
    [
      'BETWEEN in milliseconds',
      [
        {
          field: 'txn_datetime',
          filter: { operation: 'BETWEEN', value: [testStart.getTime() - hourMs, testStart.getTime()] },
        },
      ],
      6,
    ],
    [
      'the same field twice',
      [
        { field: 'txn_datetime', filter: { operation: 'GTE', value: ['2026-11-20T09:00:00+00:00'] } },
        {
          field: 'txn_datetime',
          display: false,
          filter: { operation: 'LT', value: ['2026-11-20T10:00:00+00:00'] },
        },
      ],
      2,
    ],
    [
      'amounts by value',
      [{ field: 'requested_amount', filter: { operation: 'BETWEEN', value: ['-900', '12.49'] } }],
      1,
    ],
    ['a date', [{ field: 'txn_date', filter: { operation: 'EQUALS', value: ['2026-11-19'] } }], 18],
    [
      'quotes are data',
      [{ field: 'merch_ref', filter: { operation: 'EQUALS', value: ["x' or '1'='1"] } }],
      0,
    ],
  ];
  test.each(cases)('%s', async (_name, fields, total) => {
    expect((await search(admin, fields)).body.resultsAvailable).toBe(total);
  });

  test.each([
    ['an unknown field', [{ field: 'password_hash' }]],
    [
      'an operation the type does not have',
      [{ field: 'merch_ref', filter: { operation: 'GT', value: ['a'] } }],
    ],
    ['a status that is none', [{ field: 'txn_status', filter: { operation: 'EQUALS', value: ['OK'] } }]],
    ['a number that is none', [{ field: 'txn_id', filter: { operation: 'EQUALS', value: ['1e9'] } }]],
    [
      'two values where one is meant',
      [{ field: 'txn_id', filter: { operation: 'EQUALS', value: ['1', '2'] } }],
    ],
    ['an empty IN', [{ field: 'txn_status', filter: { operation: 'IN', value: [] } }]],
    ['a NUL character', [{ field: 'merch_ref', filter: { operation: 'EQUALS', value: ['a\0'] } }]],
  ])('rejects %s', async (_name, fields) => {
    expect((await search(admin, fields)).status).toBe(400);
  });
});

describe('scope', () => {
  test("searches the caller's merchants when no organisation is given", async () => {
    expect((await search(admin, [{ field: 'txn_id' }])).body.resultsAvailable).toBe(42);
    expect((await search(admin, [{ field: 'txn_id' }], { orgIds: [] })).body.resultsAvailable).toBe(42);
    const coffee = await actAs(app, 'coffee@harbour.example');
    expect((await search(coffee, [{ field: 'txn_id' }])).body.resultsAvailable).toBe(40);
    const domain = await actAs(app, 'domain@demo.example');
    expect((await search(domain, [{ field: 'txn_id' }])).body.resultsAvailable).toBe(43);
  });

  test('rejects a search with one organisation out of scope', async () => {
    const coffee = await actAs(app, 'coffee@harbour.example');
    for (const orgIds of [[1112], [1111, 1112], [1100], [1200], [424_242]]) {
      expect((await search(coffee, [{ field: 'txn_id' }], { orgIds })).status).toBe(403);
    }
  });

  test('rejects columns without permission in every role', async () => {
    const support = await actAs(app, 'support@harbour.example');
    for (const field of [
      { field: 'fg_score' },
      { field: 'fg_score', display: false, sort: 'ASC' },
      { field: 'OPTIMIZE360_OUTCOME', display: false, filter: { operation: 'EQUALS', value: ['BLOCK'] } },
    ]) {
      expect((await search(support, [{ field: 'txn_id' }, field])).status).toBe(403);
    }
  });
});

describe('unusual values', () => {
  const odd = [
    '=1+1',
    '-5.00',
    '+441632960000',
    'Say "hi"; drop',
    'two\nlines',
    '🎁',
    '01234567890123456789012345678901',
  ];
  test('are found exactly', async () => {
    const at = new Date(testStart.getTime() - 400 * 24 * hourMs);
    for (const [index, merchRef] of odd.entries()) {
      await insertTransaction(app.owner, { txnId: 10_000_000_400 + index, merchRef, at, ...oddPlace });
    }
    for (const value of odd) {
      const { body } = await search(odder, [
        { field: 'merch_ref', filter: { operation: 'EQUALS', value: [value] } },
      ]);
      expect(body.data).toEqual([[value]]);
    }
    const all = await search(odder, [{ field: 'merch_ref', sort: 'ASC' }], { orgIds: [1211] });
    const sorted = all.body.data.flat().filter((value: string) => odd.includes(value));
    expect(sorted).toEqual([...odd].sort());
  });
});

test('keep francs unrounded', async () => {
  await insertTransaction(app.owner, {
    txnId: 10_000_000_600,
    currency: 'CHF',
    minor: 1203,
    ...oddPlace,
  });
  const { body } = await search(odder, [
    { field: 'requested_amount', filter: { operation: 'IN', value: ['12.03', '-12.03'] } },
    { field: 'ccy_code' },
  ]);
  expect(body.data).toEqual([['12.03', 'CHF']]);
});

describe('an outcome of a list', () => {
  test('is found by its new and its old name', async () => {
    const outcomes = ['BLACKLIST', 'NEGATIVE_LIST', 'WHITELIST', 'POSITIVE_LIST', 'BLOCK'];
    for (const [index, outcome] of outcomes.entries()) {
      await insertTransaction(app.owner, { txnId: 10_000_000_500 + index, outcome, ...oddPlace });
    }
    const found = async (operation: string, ...value: string[]) => {
      const { body } = await search(odder, [
        { field: 'OPTIMIZE360_OUTCOME', sort: 'ASC', filter: { operation, value } },
      ]);
      return body.data.flat().filter((value: string | null) => value !== null);
    };
    const black = ['BLACKLIST', 'NEGATIVE_LIST'];
    const white = ['POSITIVE_LIST', 'WHITELIST'];
    expect(await found('EQUALS', 'BLACKLIST')).toEqual(black);
    expect(await found('EQUALS', 'NEGATIVE_LIST')).toEqual(black);
    expect(await found('EQUALS', 'WHITELIST')).toEqual(white);
    expect(await found('IN', 'POSITIVE_LIST', 'BLOCK')).toEqual(['BLOCK', ...white]);
    expect(await found('NOT_EQUALS', 'BLACKLIST')).toEqual(['BLOCK', ...white]);
    expect(await found('NOT_IN', 'WHITELIST', 'BLOCK')).toEqual(black);
    expect(await found('EQUALS', 'BLOCK')).toEqual(['BLOCK']);
  });
});

test('pages a snapshot without gaps while rows arrive', async () => {
  const kind = { field: 'txn_type', display: false, filter: { operation: 'EQUALS', value: ['PAYOUT'] } };
  let nextId = 10_000_000_700;
  const arrive = async (number: number) => {
    for (let index = 0; index < number; index += 1) {
      nextId += 1;
      await insertTransaction(app.owner, {
        ...oddPlace,
        txnId: nextId,
        type: 'PAYOUT',
        at: app.clock.now(),
        minor: 100 + (index % 3),
      });
    }
  };
  await arrive(10);
  const orders = [
    [{ field: 'txn_datetime', sort: 'DESC' }],
    [{ field: 'requested_amount', sort: 'DESC' }, { field: 'txn_datetime' }],
    [{ field: 'txn_id', sort: 'DESC' }, { field: 'txn_datetime' }],
  ];
  for (const order of orders) {
    const fields: Field[] = [{ field: 'txn_id' }, ...order, kind].filter(
      (sort, index, all) => all.findLastIndex(({ field }) => field === sort.field) === index,
    );
    const first = await search(odder, fields, { limit: 4 });
    const columnIndex = (name: string) => first.body.fieldNames.indexOf(name);
    const until = first.body.snapshotTime ?? first.body.data[0][columnIndex('txn_datetime')];
    const listedIds = first.body.data.map((row: string[]) => row[columnIndex('txn_id')]);
    const total = first.body.resultsAvailable;
    for (let startFrom = 5; startFrom <= total; startFrom += 4) {
      app.clock.advance(1000);
      await arrive(3);
      const limited = {
        field: 'txn_datetime',
        display: false,
        filter: { operation: 'LTE', value: [until] },
      };
      const { body } = await search(odder, [...fields, limited], { startFrom, limit: 4 });
      expect(body.resultsAvailable).toBe(total);
      listedIds.push(...body.data.map((row: string[]) => row[columnIndex('txn_id')]));
    }
    expect(listedIds).toHaveLength(total);
    expect(new Set(listedIds).size).toBe(total);
  }
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type SearchRequest, createClient } from '#testing/client-of.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { columnFilterFields } from '#features/record/reporting/filters/column-filter.ts';
import { cellsOf, exportOf, exportUrl, signInBrowser } from '#features/reports/exports/test/export-form.ts';

let app: TestApp;
let analyst: Send;
const pan = '4444333322221111';
const masked = '444433******1111';
const addresses = ['2001:db8::1', '2001:DB8:0:0:0:0:0:1', '2001:db8::2', '203.0.113.7'];

beforeAll(async () => {
  app = await startApp();
  for (const [index, address] of addresses.entries()) {
    const txnId = 40_000_000_001 + index;
    await insertTransaction(app.owner, { txnId, merchRef: index === 3 ? `ORDER ${masked}` : null });
    await app.owner`update txn set ip_address = ${address} where txn_id = ${txnId}`;
  }
  analyst = await actAs(app, 'analyst@harbour.example');
});
afterAll(() => app.stop());

const url = '/proxy/sync/tqs/reporting/internal/search';
const fieldsWith = (field: string, operation: string, value: string[]) => [
  { field: 'txn_id', sort: 'ASC' },
  { field, display: false, filter: { operation, value } },
];
async function found(field: string, operation: string, value: string[]): Promise<number[]> {
  const fields = fieldsWith(field, operation, value);
  const { body } = await analyst('POST', url, { startFrom: 1, limit: 25, fields });
  expect(body.resultsAvailable).toBe(body.data.length);
  return (body.data as string[][]).map(([id]) => Number(id) - 40_000_000_000);
}

describe('finds an IPv6 address in any notation', () => {
  test.each(['2001:db8::1', '2001:DB8::0:1', ' 2001:0db8::0001', '2001:0DB8:0000:0000:0000:0000:0000:0001'])(
    '%s finds canonical and unnormalised stored values',
    async (typed) => {
      expect(await found('IP_address', 'EQUALS', [typed])).toEqual([1, 2]);
      expect(await found('IP_address', 'IN', [typed, '203.0.113.7'])).toEqual([1, 2, 4]);
      expect(await found('IP_address', 'NOT_EQUALS', [typed])).toEqual([3, 4]);
      expect(await found('IP_address', 'NOT_IN', [typed, '203.0.113.7'])).toEqual([3]);
    },
  );
  test('searches an IPv4 address as it is', async () => {
    expect(await found('IP_address', 'EQUALS', ['203.0.113.7'])).toEqual([4]);
  });
});

test('finds a reference with blanks around it and in another letter case', async () => {
  await insertTransaction(app.owner, { txnId: 40_000_000_009, merchRef: 'ORDER-2026-a' });
  await insertTransaction(app.owner, { txnId: 40_000_000_010, merchRef: 'ORDER-2026-B' });
  for (const typed of ['ORDER-2026-B', ' ORDER-2026-B ', 'order-2026-b', '\tOrder-2026-B'])
    expect(await found('merch_ref', 'EQUALS', [typed]), typed).toEqual([10]);
  expect(await found('merch_ref', 'IN', ['order-2026-b ', 'ORDER-2026-a'])).toEqual([9, 10]);
  expect(await found('merch_ref', 'EQUALS', ['ORDER-2026'])).toEqual([]);
  await app.owner`delete from txn where txn_id > 40000000008`;
});

test('reads numbers with blanks around them', async () => {
  expect(await found('requested_amount', 'EQUALS', [' 10.00 '])).toEqual(
    await found('requested_amount', 'EQUALS', ['10.00']),
  );
  expect(await found('txn_id', 'EQUALS', [' 40000000001'])).toEqual([1]);
});

describe('emails', () => {
  test('are rewritten in lower case by the upgrade, and replicated', async () => {
    const { owner } = app;
    await insertTransaction(owner, { txnId: 41_000_000_001, email: ' Upper.Case@X.Example' });
    const read = () => owner<{ email: string; version: number; changed: number }[]>`
      select customer_email as email, version, changed_in as changed from txn where txn_id = 41000000001`;
    const [before] = await read();
    const upgrade = readFileSync('src/database/migrations/0060-emails-in-small-letters.sql', 'utf8');
    await owner.unsafe(upgrade);
    const [after] = await read();
    expect(after).toMatchObject({ email: 'upper.case@x.example', version: 2 });
    expect(after?.changed).toBeGreaterThan(before?.changed ?? 0);
    await owner.unsafe(upgrade);
    expect((await read())[0]).toEqual(after);
    const { body } = await analyst('POST', url, {
      startFrom: 1,
      limit: 25,
      fields: fieldsWith('customer_email', 'EQUALS', ['UPPER.case@x.example']),
    });
    expect(body.data).toEqual([['41000000001']]);
    await owner`delete from txn where txn_id = 41000000001`;
  });
});

test.each([
  ['ccy_code', 'EQUALS', 'gbp', 4],
  ['ccy_code', 'NOT_EQUALS', 'Gbp', 0],
  ['sales_channel', 'IN', 'web', 4],
  ['issuer_country', 'EQUALS', 'gb', 1],
  ['issuer_country', 'EQUALS', 'gbr', 1],
] as const)('%s %s %s finds %d regardless of case', async (field, operation, value, number) => {
  await app.owner`update txn set issuer_country = 'GBR' where txn_id = 40000000001`;
  expect(await found(field, operation, [value])).toHaveLength(number);
});

describe('an interval of amounts', () => {
  beforeAll(async () => {
    await insertTransaction(app.owner, { txnId: 40_000_000_011, minor: 1000, currency: 'JPY', digits: 0 });
    await insertTransaction(app.owner, { txnId: 40_000_000_012, minor: 9999, type: 'REFUND' });
    await insertTransaction(app.owner, { txnId: 40_000_000_013, minor: 10001, type: 'REFUND' });
    await insertTransaction(app.owner, { txnId: 40_000_000_014, minor: 100, currency: 'KWD', digits: 3 });
  });
  afterAll(() => app.owner`delete from txn where txn_id > 40000000010`);
  test.each([
    ['>100', [11, 13]],
    ['>=100.01', [11, 13]],
    ['>100.01', [11]],
    ['<0.1', []],
    ['<=0.1', [14]],
    ['<12.5', [14]],
    ['50..1000', [11, 12, 13]],
    ['0..99.99', [1, 2, 3, 4, 12, 14]],
  ])('%s matches both signs', async (typed, ids) => {
    const fields = [
      { field: 'txn_id', sort: 'ASC' },
      ...columnFilterFields({ requested_amount: typed }, ['requested_amount'], 'UTC'),
    ];
    const { body } = await analyst('POST', url, { startFrom: 1, limit: 25, fields });
    expect((body.data as string[][]).map(([id]) => Number(id) - 40_000_000_000)).toEqual(ids);
    const poster = await signInBrowser(app, 'analyst@harbour.example');
    const { text } = await poster.post(exportOf([], { fields: fields as never }));
    expect(cellsOf(text)).toHaveLength(ids.length + 1);
  });
  test('two ranges are rejected for other columns', async () => {
    const fields = fieldsWith('txn_id', 'BETWEEN', ['1', '2', '3', '4']);
    expect((await analyst('POST', url, { startFrom: 1, limit: 25, fields })).status).toBe(400);
  });
});

describe('a whole card number', () => {
  test('finds the reference stored with its middle masked', async () => {
    expect(await found('merch_ref', 'EQUALS', [`ORDER ${pan}`])).toEqual([4]);
    const poster = await signInBrowser(app, 'analyst@harbour.example');
    const fields = fieldsWith('merch_ref', 'IN', [`ORDER 4444 3333 2222 1111`, pan]);
    const { text } = await poster.post(exportOf([], { fields }));
    expect(cellsOf(text).slice(1)).toEqual([['40000000004']]);
  });
  test('appears in no log and no audit', async () => {
    const poster = await signInBrowser(app, 'analyst@harbour.example');
    const body = { startFrom: 1, limit: 25, fields: fieldsWith('merch_ref', 'EQUALS', [pan]) };
    const requests = [
      await analyst('POST', url, body),
      await analyst('POST', `${url}/${pan}/card`, body),
      await analyst('GET', `/proxy/sync/tqs/transaction/${pan}`),
      await analyst('POST', url, { ...body, fields: fieldsWith('txn_id', 'EQUALS', [pan]) }),
      await analyst('GET', `/search?searchField=merch_ref&value=${pan}`),
      await poster.post(exportOf([], { fields: body.fields })),
      await poster.post(exportOf([], { fields: fieldsWith('txn_id', 'EQUALS', [pan]) })),
      await poster.post(exportOf(['txn_id']), { url: `${exportUrl}/${pan}/card` }),
    ];
    expect(requests.map(({ status }) => status)).toEqual([200, 404, 404, 200, 404, 200, 200, 404]);
    const lines = await app.owner`select act, e::text as line from audit_event e`;
    expect(lines.filter(({ act }) => act === 'exportTransactions').length).toBeGreaterThanOrEqual(2);
    expect(lines.filter(({ line }) => line.includes(pan))).toEqual([]);
    expect(app.logged()).toContain('searchTransactions');
    expect(app.logged()).not.toContain(pan);
  });
});

test.each([
  ['txn_id', 'EQUALS', '12345678901234567890123456789012', []],
  ['txn_id', 'LT', '12345678901234567890123456789012', [1, 2, 3, 4]],
  ['fg_score', 'GT', '99999999', []],
  ['EPISODE_INDEX', 'IN', '99999999999', []],
] as const)('%s %s %s exceeds any row', async (field, operation, value, ids) => {
  expect(await found(field, operation, [value])).toEqual(ids);
});

test('rejects an id above the maximum as unknown', async () => {
  const id = '12345678901234567890123456789012';
  const body = { startFrom: 1, limit: 25, fields: [{ field: 'txn_id' }] };
  expect((await analyst('POST', `${url}/${id}/card`, body)).status).toBe(404);
  expect((await analyst('GET', `/proxy/sync/tqs/transaction/${id}`)).status).toBe(404);
});

describe('a time zone', () => {
  const ids = [40_000_000_011, 40_000_000_012, 40_000_000_013];
  const merchant = () => actAsMerchant(app);
  beforeAll(async () => {
    const moments = ['2026-02-28T18:29:59Z', '2026-02-28T18:30:00Z', '2026-03-01T18:29:59Z'];
    for (const [index, txnId] of ids.entries())
      await insertTransaction(app.owner, { txnId, merchRef: 'ZONED', at: new Date(moments[index] ?? '') });
  });
  const search = (timezone: string | undefined, ...filters: object[]) =>
    merchant()('POST', '/reporting/transactions/search', {
      startFrom: 1,
      limit: 1000,
      ...(timezone === undefined ? {} : { timezone }),
      fields: [
        { field: 'txn_id', sort: 'ASC' },
        { field: 'txn_date' },
        { field: 'txn_time' },
        { field: 'txn_datetime' },
        { field: 'merch_ref', display: false, filter: { operation: 'EQUALS', value: ['ZONED'] } },
        ...filters,
      ],
    });
  const on = (field: string, operation: string, ...value: string[]) => ({
    field,
    display: false,
    filter: { operation, value },
  });
  const idsOf = ({ body }: { body: { data: string[][] } }) => body.data.map(([id]) => Number(id));

  test('applies to filters and response', async () => {
    for (const zone of ['+05:30', 'Asia/Kolkata', 'asia/kolkata']) {
      const found = await search(zone, on('txn_date', 'EQUALS', '2026-03-01'));
      expect(found.body.data).toEqual([
        [String(ids[1]), '2026-03-01', '00:00:00', '2026-03-01T00:00:00.000+05:30'],
        [String(ids[2]), '2026-03-01', '23:59:59', '2026-03-01T23:59:59.000+05:30'],
      ]);
      expect(idsOf(await search(zone, on('txn_date', 'IN', '2026-02-28')))).toEqual([ids[0]]);
      expect(idsOf(await search(zone, on('txn_time', 'EQUALS', '00:00:00')))).toEqual([ids[1]]);
      expect(idsOf(await search(zone, on('txn_datetime', 'GT', '2026-03-01T00:00:00')))).toEqual([ids[2]]);
      expect(idsOf(await search(zone, on('txn_datetime', 'LT', '2026-02-28T18:30:00Z')))).toEqual([ids[0]]);
    }
  });
  test('is UTC when absent, Z or zero', async () => {
    for (const zone of [undefined, 'Z', '+00:00', 'UTC']) {
      const found = await search(zone, on('txn_date', 'EQUALS', '2026-03-01'));
      expect(found.body.data).toEqual([
        [String(ids[2]), '2026-03-01', '18:29:59', '2026-03-01T18:29:59.000+00:00'],
      ]);
    }
  });
  test.each(['Mars/Olympus', '+25:00', 'x'.repeat(65)])('%s is rejected by its name', async (zone) => {
    const { status, body } = await search(zone);
    expect([status, body.reasonCode, body.field]).toEqual([400, 'V100', 'timezone']);
  });
});

describe('an invalid calendar day', () => {
  test.each([
    ['txn_date', 'EQUALS', '2026-02-30'],
    ['txn_date', 'IN', '2026-02-30'],
    ['txn_datetime', 'GTE', '2026-02-30T00:00:00Z'],
    ['txn_datetime', 'GTE', '2026-04-31T12:00:00+01:00'],
  ])('%s %s %s is rejected with its field', async (field, operation, value) => {
    const search = {
      startFrom: 1,
      limit: 25,
      fields: fieldsWith(field, operation, [value]),
    } as SearchRequest;
    await expect(createClient(app).reporting.search(search)).rejects.toMatchObject({
      status: 400,
      reasonCode: 'V100',
      field: `fields.${field}`,
    });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { cellsOf, exportOf, exportUrl, formPoster } from './export-form.ts';

let app: TestApp;
let analyst: Send;
const pan = '4444333322221111';
const masked = '444433******1111';
const addresses = ['2001:db8::1', '2001:DB8:0:0:0:0:0:1', '2001:db8::2', '203.0.113.7'];

beforeAll(async () => {
  app = await startApp();
  for (const [at, address] of addresses.entries()) {
    const txnId = 40_000_000_001 + at;
    await insertTransaction(app.owner, { txnId, merchRef: at === 3 ? `ORDER ${masked}` : null });
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

describe('an IPv6 address is one address, however it is written', () => {
  test.each(['2001:db8::1', '2001:DB8::0:1', ' 2001:0db8::0001', '2001:0DB8:0000:0000:0000:0000:0000:0001'])(
    '%s finds what is stored in the canonical form and what was stored as a merchant wrote it',
    async (typed) => {
      expect(await found('IP_address', 'EQUALS', [typed])).toEqual([1, 2]);
      expect(await found('IP_address', 'IN', [typed, '203.0.113.7'])).toEqual([1, 2, 4]);
      expect(await found('IP_address', 'NOT_EQUALS', [typed])).toEqual([3, 4]);
      expect(await found('IP_address', 'NOT_IN', [typed, '203.0.113.7'])).toEqual([3]);
    },
  );
  test('one of version 4 is asked for as it is', async () => {
    expect(await found('IP_address', 'EQUALS', ['203.0.113.7'])).toEqual([4]);
  });
});

describe('a whole card number', () => {
  test('finds the reference that was stored with its middle hidden, by search and by export', async () => {
    expect(await found('merch_ref', 'EQUALS', [`ORDER ${pan}`])).toEqual([4]);
    const poster = await formPoster(app, 'analyst@harbour.example');
    const fields = fieldsWith('merch_ref', 'IN', [`ORDER 4444 3333 2222 1111`, pan]);
    const { text } = await poster.post(exportOf([], { fields }));
    expect(cellsOf(text).slice(1)).toEqual([['40000000004']]);
  });
  test('is in no log and no audit, wherever somebody puts it', async () => {
    const poster = await formPoster(app, 'analyst@harbour.example');
    const body = { startFrom: 1, limit: 25, fields: fieldsWith('merch_ref', 'EQUALS', [pan]) };
    const asked = [
      await analyst('POST', url, body),
      await analyst('POST', `${url}/${pan}/card`, body),
      await analyst('GET', `/proxy/sync/tqs/transaction/${pan}`),
      await analyst('POST', url, { ...body, fields: fieldsWith('txn_id', 'EQUALS', [pan]) }),
      await analyst('GET', `/search?searchField=merch_ref&value=${pan}`),
      await poster.post(exportOf([], { fields: body.fields })),
      await poster.post(exportOf([], { fields: fieldsWith('txn_id', 'EQUALS', [pan]) })),
      await poster.post(exportOf(['txn_id']), { url: `${exportUrl}/${pan}/card` }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([200, 404, 404, 200, 404, 200, 200, 404]);
    const lines = await app.owner`select act, e::text as line from audit_event e`;
    expect(lines.filter(({ act }) => act === 'exportTransactions').length).toBeGreaterThanOrEqual(2);
    expect(lines.filter(({ line }) => line.includes(pan))).toEqual([]);
    expect(app.logged()).toContain('searchTransactions');
    expect(app.logged()).not.toContain(pan);
  });
});

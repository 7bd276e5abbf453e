import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { cellsOf, exportOf, signInBrowser } from './export-form.ts';

type Browser = Awaited<ReturnType<typeof signInBrowser>>;

let app: TestApp;
let admin: Browser;

const at = (text: string) => new Date(text);

beforeAll(async () => {
  app = await startApp({ flags: ['--export-limit', '5'] });
  const rows = [
    { txnId: 20_000_000_001, at: at('2026-03-29T00:59:59.000Z'), merchRef: '=1+1', minor: 1250 },
    {
      txnId: 20_000_000_002,
      at: at('2026-03-29T01:00:00.000Z'),
      merchRef: 'He said "no", twice\nthen left',
      type: 'REFUND',
      minor: 500,
    },
    {
      txnId: 20_000_000_003,
      at: at('2026-07-01T12:00:00.000Z'),
      merchRef: '12345678901234567890123456789012',
      currency: 'JPY',
      digits: 0,
      minor: 990,
    },
    {
      txnId: 20_000_000_004,
      at: at('2026-07-02T12:00:00.000Z'),
      merchRef: '+441632960961',
      currency: 'KWD',
      digits: 3,
      minor: 1234,
    },
    {
      txnId: 20_000_000_005,
      at: at('2026-07-03T12:00:00.000Z'),
      merchRef: null,
      currency: 'CHF',
      minor: 1005,
      outcome: 'ACCEPT',
    },
    {
      txnId: 20_000_000_006,
      at: at('2026-07-04T12:00:00.000Z'),
      merchantId: 1211,
      installationId: 5300006,
      companyId: 1200,
    },
  ];
  for (const row of rows) await insertTransaction(app.owner, row);
  admin = await signInBrowser(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const columns = ['txn_datetime', 'txn_id', 'merch_ref', 'requested_amount', 'ccy_code'];

describe('a CSV file', () => {
  test('is an attachment with the requested name and its cookie', async () => {
    const response = await admin.post(exportOf(columns));
    expect(response).toMatchObject({ status: 200, cookie: 'success' });
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="TransactionReport_20260101_20261231.csv"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  test("has the search's rows in order with whole cells", async () => {
    const response = await admin.post(exportOf(columns, { timezone: 'Europe/London' }));
    expect(cellsOf(response.text)).toEqual([
      ['txn_datetime (Europe/London)', ...columns.slice(1)],
      ['03/07/2026 13:00:00', '20000000005', '', '10.05', 'CHF'],
      ['02/07/2026 13:00:00', '20000000004', "'+441632960961", '1.234', 'KWD'],
      ['01/07/2026 13:00:00', '20000000003', '12345678901234567890123456789012', '990', 'JPY'],
      ['29/03/2026 02:00:00', '20000000002', 'He said "no", twice\nthen left', '-5.00', 'GBP'],
      ['29/03/2026 00:59:59', '20000000001', "'=1+1", '12.50', 'GBP'],
    ]);
    expect(response.text.replaceAll('\r\n', '').match(/\n/g)).toHaveLength(1);
  });

  test.each([
    ['Pacific/Auckland', '29/03/2026 14:00:00', '29/03/2026', '14:00:00'],
    ['Asia/Kolkata', '29/03/2026 06:30:00', '29/03/2026', '06:30:00'],
    ['America/Los_Angeles', '28/03/2026 18:00:00', '28/03/2026', '18:00:00'],
    ['UTC', '29/03/2026 01:00:00', '29/03/2026', '01:00:00'],
  ])('has times in %s', async (timezone, moment, day, time) => {
    const filterInput = exportOf(['txn_datetime', 'txn_date', 'txn_time', 'txn_id'], { timezone });
    const request = {
      ...filterInput,
      fields: [
        ...filterInput.fields.slice(0, 3),
        { field: 'txn_id', filter: { operation: 'EQUALS', value: ['20000000002'] } },
      ],
    };
    expect(cellsOf((await admin.post(request)).text)[1]).toEqual([moment, day, time, '20000000002']);
  });

  test('has the counted rows up to the limit', async () => {
    const { outputFormat: _format, outputFileName: _name, timezone: _zone, ...search } = exportOf(columns);
    const grid = await admin.send('POST', '/proxy/sync/tqs/reporting/internal/search', {
      ...search,
      limit: 50,
    });
    const count = await admin.send('POST', '/proxy/async/tqs/count', { ...search, limit: 50 });
    const file = cellsOf((await admin.post(exportOf(columns))).text).slice(1);
    expect(grid.body.data.map((row: string[]) => row[1])).toEqual(file.map((row) => row[1]));
    expect(count.body).toEqual({ count: file.length });
    expect(cellsOf((await admin.post(exportOf(columns, { limit: 2 }))).text)).toHaveLength(3);
    await insertTransaction(app.owner, { txnId: 20_000_000_007 });
    expect(cellsOf((await admin.post(exportOf(columns, { limit: 1000 }))).text)).toHaveLength(6);
    await app.owner`delete from txn where txn_id = 20000000007`;
  });

  test('may omit the heading, and is empty without results', async () => {
    const none = exportOf(['txn_id'], { includeFieldNames: false });
    const filter = { operation: 'EQUALS', value: ['1'] };
    const response = await admin.post({ ...none, fields: [{ field: 'txn_id', filter }] });
    expect(response.text).toBe('\uFEFF');
  });
});

describe('rejects with a status and a cookie', () => {
  const foreign = exportOf(columns, { orgIds: [1211] });

  test("another company's organisations: 403", async () => {
    expect(await admin.post(foreign)).toMatchObject({ status: 403, cookie: '403' });
  });

  test.each(['fg_score', 'OPTIMIZE360_OUTCOME'])('a column without permission: %s', async (field) => {
    const cashier = await signInBrowser(app, 'coffee@harbour.example');
    expect((await cashier.post(exportOf(columns))).status).toBe(200);
    const visible = exportOf([...columns, field]);
    const hidden = {
      ...visible,
      fields: [...exportOf(columns).fields, { field, display: false, sort: 'ASC' }],
    };
    for (const filterInput of [visible, hidden])
      expect(await cashier.post(filterInput)).toMatchObject({ status: 403, cookie: '403' });
    expect((await admin.post(visible)).status).toBe(200);
  });

  test.each([
    ['no value', { _csrf: '' }, {}],
    ['an invented value', { _csrf: 'made.up' }, {}],
    ['another site', {}, { 'sec-fetch-site': 'cross-site' }],
    ['another origin', {}, { origin: 'https://elsewhere.example' }],
    ['no origin and no header of the browser', {}, { 'sec-fetch-site': '' }],
  ])('anti-forgery: %s', async (_name, fields, headers) => {
    const response = await admin.post(exportOf(columns), { fields, headers });
    expect(response).toMatchObject({ status: 403, cookie: '403' });
    expect(JSON.parse(response.text).code).toBe('ANTI_FORGERY');
  });

  test('a session that ended during the confirmation: 401', async () => {
    const signedOut = await signInBrowser(app, 'admin@harbour.example');
    const [cookie, _csrf] = [signedOut.cookie(), signedOut.token()];
    expect((await signedOut.send('DELETE', '/auth/logout')).status).toBeLessThan(300);
    const response = await signedOut.post(exportOf(columns), { fields: { _csrf }, headers: { cookie } });
    expect(response).toMatchObject({ status: 401, cookie: '401' });
  });

  test('the value of another session: 403', async () => {
    const otherUser = await signInBrowser(app, 'analyst@harbour.example');
    const response = await admin.post(exportOf(columns), { fields: { _csrf: otherUser.token() } });
    expect(response.status).toBe(403);
  });

  test.each([
    ['no JSON', { requestData: '{' }],
    ['an unknown zone', { requestData: JSON.stringify(exportOf(columns, { timezone: 'Mars/Olympus' })) }],
    ['a name that is a path', { requestData: JSON.stringify(exportOf(columns, { outputFileName: '../x' })) }],
    [
      'a name with a header in it',
      { requestData: JSON.stringify(exportOf(columns, { outputFileName: 'a"\r\nx: y' })) },
    ],
    ['an unknown column', { requestData: JSON.stringify(exportOf(['no_such'])) }],
    ['no column', { requestData: JSON.stringify(exportOf([])) }],
  ])('%s: 400', async (_name, fields) => {
    expect(await admin.post({}, { fields })).toMatchObject({ status: 400, cookie: '400' });
  });

  test('other endpoints reject form posts', async () => {
    const response = await admin.post({}, { url: '/proxy/async/tqs/count' });
    expect(response).toMatchObject({ status: 415, cookie: undefined });
  });

  test('sets no cookie of an unknown name', async () => {
    const response = await admin.post(exportOf(columns), { fields: { downloadId: 'x; Path=/evil' } });
    expect(response).toMatchObject({ status: 200, cookie: undefined });
  });
});

test('audits the filters and the number of rows', async () => {
  await app.owner`delete from audit_event`;
  const filtered = exportOf(['txn_id']);
  const email = {
    field: 'customer_email',
    display: false,
    filter: { operation: 'EQUALS', value: ['ada@example.org'] },
  };
  await admin.post({ ...filtered, fields: [...filtered.fields, email] });
  const lines = await app.owner`select act, outcome, detail from audit_event order by seq`;
  expect([...lines]).toEqual([
    {
      act: 'exportTransactions',
      outcome: 'allowed',
      detail: {
        format: 'CSV',
        limit: 5,
        columns: 1,
        filter: { fields: ['customer_email EQUALS …'], organisations: [] },
      },
    },
    { act: 'exportTransactionsEnd', outcome: 'allowed', detail: { rows: 5 } },
  ]);
});

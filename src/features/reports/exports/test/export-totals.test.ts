import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { base, goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { cellsOf, exportOf, exportUrl, signInBrowser } from './export-form.ts';

let app: TestApp;
let admin: Awaited<ReturnType<typeof signInBrowser>>;
let paymentId: string;

/* GBP: 30 sales of 12.34 and a refund of 0.99; JPY: a payout of 500; KWD: a failed sale. */
beforeAll(async () => {
  app = await startApp({ flags: ['--export-limit', '20'] });
  let txnId = 20_000_000_000;
  const add = (more: object) => insertTransaction(app.owner, { txnId: (txnId += 1), ...more });
  for (let number = 0; number < 30; number += 1) await add({ minor: 1234 });
  await add({ type: 'REFUND', minor: 99 });
  await add({ type: 'PREAUTH', minor: 5000 });
  await add({ type: 'PAYOUT', currency: 'JPY', digits: 0, minor: 500 });
  await add({ currency: 'KWD', digits: 3, minor: 1234, status: 'FAILED' });
  const { body } = await actAsMerchant(app)('POST', `${base}/payment`, payment({}, { card: goodCard }));
  paymentId = body.transaction.transactionId;
  admin = await signInBrowser(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const columns = ['txn_datetime', 'txn_id', 'money_moved', 'ccy_code'];
const request = (more: object) => exportOf(columns, { timezone: 'Asia/Kolkata', ...more });

/** The totals above a list with the same filters. */
async function listTotals(url: string, fields: object[]) {
  const body = { startFrom: 1, limit: 1, orgIds: [], fields, timezone: 'UTC' };
  const response = await admin.send('POST', url, body);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body.totals as Record<string, string | number>[];
}
const listUrl = '/proxy/async/tqs/totals';
const csvTotal = (total: Record<string, string | number>) =>
  ['ccyCode', 'number', 'taken', 'refunded', 'paidOut', 'net'].map((name) => String(total[name]));

/** The instant of the test's clock in the file's zone. */
const counted = '20/11/2026 15:30:00';

const closingLines = (text: string) => {
  const lines = cellsOf(text);
  const end = lines.findIndex((cells) => cells.length === 1 && cells[0] === '');
  return {
    rows: lines.slice(1, end === -1 ? undefined : end),
    totals: end === -1 ? [] : lines.slice(end + 1),
  };
};

test('a CSV file ends with the totals of the list on request', async () => {
  const { status, text } = await admin.post(request({ includeTotals: true }));
  expect(status, text).toBe(200);
  const { rows, totals } = closingLines(text);
  expect(rows).toHaveLength(20);
  expect(totals).toEqual([
    ['Totals', 'ccy_code', 'number', 'taken', 'refunded', 'paid_out', 'net', 'counted_at (Asia/Kolkata)'],
    ['Totals', 'GBP', '33', '395.20', '0.99', '0.00', '394.21', counted],
    ['Totals', 'JPY', '1', '0', '0', '500', '-500', counted],
    ['Totals', 'KWD', '1', '0.000', '0.000', '0.000', '0.000', counted],
  ]);
  const list = await listTotals(listUrl, [{ field: 'txn_id' }]);
  expect(totals.slice(1).map((cells) => cells.slice(1, -1))).toEqual(list.map(csvTotal));
});

test('a CSV file has no totals without the request', async () => {
  expect(closingLines((await admin.post(request({}))).text).totals).toEqual([]);
});

test('the sums of the rows of a whole file are its totals', async () => {
  const filter = { operation: 'IN', value: ['REFUND', 'PAYOUT', 'PREAUTH'] };
  const fields = [...request({}).fields, { field: 'txn_type', display: false, filter }];
  const { rows, totals } = closingLines((await admin.post(request({ fields, includeTotals: true }))).text);
  const sums = new Map<string, number>();
  for (const [, , moved, currency = ''] of rows)
    sums.set(currency, (sums.get(currency) ?? 0) + Math.round(Number(moved) * 100));
  expect([...sums].toSorted()).toEqual(
    totals.slice(1).map(([, currency, , , , , net]) => [currency, Math.round(Number(net) * 100)]),
  );
});

test.each(['XLSX', 'XLS'])('%s has a sheet with the totals as numbers and a time', async (outputFormat) => {
  const { bytes } = await admin.post(request({ outputFormat }));
  const workbook = read(bytes, { cellNF: true });
  expect(workbook.SheetNames).toEqual(['Transactions', 'Totals']);
  const sheet = workbook.Sheets.Totals ?? {};
  expect(utils.sheet_to_json(sheet, { header: 1, raw: false })[0]).toEqual([
    'ccy_code',
    'number',
    'taken',
    'refunded',
    'paid_out',
    'net',
    'counted_at (Asia/Kolkata)',
  ]);
  expect(sheet.A2).toMatchObject({ t: 's', v: 'GBP' });
  expect(sheet.B2).toMatchObject({ t: 'n', v: 33 });
  expect(sheet.C2).toMatchObject({ t: 'n', v: 395.2, w: '395.20' });
  expect(sheet.F3).toMatchObject({ t: 'n', v: -500, w: '-500' });
  expect(sheet.F4).toMatchObject({ t: 'n', v: 0, w: '0.000' });
  expect(sheet.G2?.w).toBe(counted);
});

test('a spreadsheet has no totals where the request leaves them out', async () => {
  const { bytes } = await admin.post(request({ outputFormat: 'XLSX', includeTotals: false }));
  expect(read(bytes).SheetNames).toEqual(['Transactions']);
});

test('the totals of a card are of its transactions', async () => {
  const options = { url: `${exportUrl}/${paymentId}/card` };
  const { status, text } = await admin.post(request({ includeTotals: true }), options);
  expect(status, text).toBe(200);
  const { totals } = closingLines(text);
  expect(totals.slice(1).map((cells) => cells.slice(1, -1))).toEqual([
    ['GBP', '1', '25.00', '0.00', '0.00', '25.00'],
  ]);
  const list = await listTotals(`${listUrl}/${paymentId}/card`, [{ field: 'txn_id' }]);
  expect(totals.slice(1).map((cells) => cells.slice(1, -1))).toEqual(list.map(csvTotal));
});

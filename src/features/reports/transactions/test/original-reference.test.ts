import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { base, goodCard, paid, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { cellsOf, exportOf, signInBrowser } from '#features/reports/exports/test/export-form.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let merchant: Send;
let admin: Send;
let refundOfCapture: string;
let refundOfRepeat: string;
const rows: Record<string, { id: string; payment: string }> = {};

const customer = { customer: { displayName: 'Ada Lovelace', email: 'ada@order.example' } };

async function followUp(id: string, action: string, transaction: object = {}): Promise<string> {
  const { status, body } = await merchant('POST', `${base}/${id}/${action}`, { transaction });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.transaction.transactionId;
}

beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  admin = await actAs(app, 'admin@harbour.example');
  const sale = await paid(merchant, { merchantRef: 'Order-7' }, customer);
  const held = await paid(merchant, { merchantRef: 'Order-8', deferred: true }, customer);
  const released = await paid(merchant, { merchantRef: 'Order-9', deferred: true }, customer);
  const capture = await followUp(held, 'capture', { amount: '20.00', merchantRef: 'Capture-1' });
  refundOfCapture = await followUp(capture, 'refund', { amount: '3.00' });
  const recurring = await paid(merchant, { merchantRef: 'Order-10', recurring: true }, customer);
  const repeat = await followUp(recurring, 'repeat', { amount: '4.00', currency: 'GBP', recurring: true });
  refundOfRepeat = await followUp(repeat, 'refund', { amount: '1.00' });
  rows.refund = { id: await followUp(sale, 'refund', { amount: '2.00' }), payment: sale };
  rows.capture = { id: capture, payment: held };
  rows.release = { id: await followUp(released, 'cancel'), payment: released };
  rows.repeat = { id: repeat, payment: '' };
  rows.sale = { id: sale, payment: '' };
  rows.refundOfCapture = { id: refundOfCapture, payment: held };
  rows.refundOfRepeat = { id: refundOfRepeat, payment: repeat };
});
afterAll(() => app.stop());

const url = '/proxy/sync/tqs/reporting/internal/search';
const fields = ['txn_id', 'original_reference', 'original_txn_id', 'customer_name', 'customer_email'];

const search = async (field: string, operation: string, value: string[]) => {
  const { status, body } = await admin('POST', url, {
    startFrom: 1,
    limit: 25,
    fields: [
      ...fields.map((field) => ({ field })),
      { field, display: false, filter: { operation, value } },
      { field: 'txn_id', display: false, sort: 'ASC' },
    ],
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as (string | null)[][];
};

const references: Record<string, string | null> = {
  refund: 'Order-7',
  capture: 'Order-8',
  refundOfCapture: 'Order-8',
  release: 'Order-9',
  refundOfRepeat: 'Order-10',
  repeat: null,
  sale: null,
};

test.each(Object.keys(references))(
  '%s has the payment that it belongs to, with its customer',
  async (kind) => {
    const row = rows[kind];
    expect(await search('txn_id', 'EQUALS', [row?.id ?? ''])).toEqual([
      [row?.id, references[kind], row?.payment || null, 'Ada Lovelace', 'ada@order.example'],
    ]);
  },
);

test.each(['Order-8', ' Order-8 '])('original_reference "%s" finds the rows of an order', async (typed) => {
  const found = await search('original_reference', 'EQUALS', [typed]);
  expect(found.map(([id]) => id)).toEqual([rows.capture?.id, refundOfCapture]);
});

test('original_txn_id finds the rows of a payment', async () => {
  const found = await search('original_txn_id', 'EQUALS', [rows.capture?.payment ?? '']);
  expect(found.map(([id]) => id)).toEqual([rows.capture?.id, refundOfCapture]);
});

test('the void of a deferred payout belongs to the payout', async () => {
  const body = payment({ merchantRef: 'Win-1', deferred: true }, { card: goodCard }, customer);
  const response = await merchant('POST', `${base}/payout`, body);
  expect(response.body.transaction.type, JSON.stringify(response.body)).toBe('PAYOUT_INITIALIZE');
  const id = response.body.transaction.transactionId;
  const release = await followUp(id, 'cancel');
  expect(await search('txn_id', 'EQUALS', [release])).toEqual([
    [release, 'Win-1', id, 'Ada Lovelace', 'ada@order.example'],
  ]);
});

test('a file has both columns', async () => {
  const { post } = await signInBrowser(app, 'admin@harbour.example');
  const columns = ['txn_id', 'original_reference', 'original_txn_id'];
  const request = exportOf(columns);
  const filter = { operation: 'EQUALS', value: [rows.refund?.id] };
  const { text } = await post({
    ...request,
    fields: [...request.fields, { field: 'txn_id', display: false, filter }],
  });
  expect(cellsOf(text)).toEqual([columns, [rows.refund?.id, 'Order-7', rows.refund?.payment]]);
});

test('the migration fills rows of before as the product writes them', async () => {
  const read = () =>
    app.owner`select txn_id, original_txn_id, original_reference from txn where original_txn_id is not null order by 1`;
  const written = await read();
  expect(written).toHaveLength(6);
  await app.owner`update txn set original_txn_id = null, original_reference = null`;
  expect(await read()).toEqual([]);
  const folder = join(import.meta.dirname, '../../../../database/migrations');
  await app.owner.unsafe(await readFile(join(folder, '0129-fill-original-payment.sql'), 'utf8'));
  expect(await read()).toEqual(written);
});

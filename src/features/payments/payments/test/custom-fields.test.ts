import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CustomFieldType, fitsCustomField } from '#features/payments/custom-fields/custom-field.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, payment, reason } from './payment-fixtures.ts';

describe('a value fits its type or does not', () => {
  test.each<[CustomFieldType, string, boolean]>([
    ['string', 'x'.repeat(255), true],
    ['string', 'x'.repeat(256), false],
    ['longString', 'x'.repeat(2000), true],
    ['tinyInteger', '127', true],
    ['tinyInteger', '128', false],
    ['tinyInteger', '-128', true],
    ['integer', '2147483647', true],
    ['integer', '2147483648', false],
    ['integer', '1.0', false],
    ['bigInteger', '9223372036854775807', true],
    ['bigInteger', '9223372036854775808', false],
    ['bigInteger', '+5', true],
    ['float', '1.5e3', true],
    ['float', 'NaN', false],
    ['decimal', '-12.3456', true],
    ['decimal', '1.23456', false],
    ['decimal', '1e3', false],
    ['date', '2028-02-29', true],
    ['date', '2027-02-29', false],
    ['date', '29/02/2028', false],
    ['dateTime', '2026-11-21T10:00:00Z', true],
    ['dateTime', '2026-11-21T10:00+01:00', true],
    ['dateTime', '2026-11-31T10:00:00Z', false],
    ['dateTime', '2026-11-21', false],
  ])('%s %s: %s', (type, value, isAccepted) => {
    expect(fitsCustomField(type, value)).toBe(isAccepted);
    expect(fitsCustomField(type, '')).toBe(true);
  });

  test('takes every number of its range', () => {
    fc.assert(fc.property(fc.integer(), (n) => fitsCustomField('integer', String(n))));
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (n) =>
        fitsCustomField('bigInteger', `${n}`),
      ),
    );
  });
});

describe('over the API', () => {
  let app: TestApp;
  let merchant: Send;
  beforeAll(async () => {
    app = await startApp();
    merchant = actAsMerchant(app);
  });
  afterAll(() => app.stop());
  const sent = (...fields: [string, string, boolean?][]) => ({
    customFields: { fieldState: fields.map(([name, value, transient]) => ({ name, value, transient })) },
  });
  const pay = (more: Record<string, unknown>) =>
    merchant('POST', `${base}/payment`, payment({}, undefined, more));

  test('refuses a value that does not fit with A124, and leaves no transaction', async () => {
    const [before] = await app.owner<{ n: number }[]>`select count(*)::int as n from txn`;
    expect(reason(await pay(sent(['basket_items', 'many'])))).toBe('A124');
    expect(reason(await pay(sent(['basket_items', 'many', true])))).toBe('A124');
    const [after] = await app.owner<{ n: number }[]>`select count(*)::int as n from txn`;
    expect(after).toEqual(before);
  });

  test('stores all but transient fields, under the merchant’s names', async () => {
    const response = await pay(
      sent(
        ['basket_items', '3'],
        ['loyalty_tier', 'gold'],
        ['gift_message', 'secret', true],
        ['unknown', 'x'],
      ),
    );
    expect(response.status).toBe(201);
    expect(response.body.customFields.fieldState.map(({ name }: { name: string }) => name)).toEqual([
      'basket_items',
      'loyalty_tier',
      'unknown',
    ]);
    const { body: metadata } = await merchant('GET', '/reporting/transactions/metadata');
    const custom = metadata.fields.filter(({ field }: { field: string }) => field.startsWith('custom_'));
    expect(custom).toContainEqual(
      expect.objectContaining({
        field: 'custom_field_basket_items',
        type: 'NUMBER',
        description: 'Items in the basket',
      }),
    );
    expect(custom.every(({ field }: { field: string }) => field.startsWith('custom_field_'))).toBe(true);
    const searched = await merchant('POST', '/reporting/transactions/search', {
      startFrom: 1,
      limit: 10,
      fields: [
        { field: 'txn_id' },
        { field: 'custom_field_loyalty_tier' },
        { field: 'custom_field_basket_items', filter: { operation: 'GTE', value: ['3'] } },
        { field: 'custom_field_basket_items', display: false, filter: { operation: 'LTE', value: ['3'] } },
      ],
    });
    expect(searched).toMatchObject({
      status: 200,
      body: {
        fieldNames: ['txn_id', 'custom_field_loyalty_tier', 'custom_field_basket_items'],
        data: [[response.body.transaction.transactionId, 'gold', '3']],
        resultsAvailable: 1,
      },
    });
    const savedSearch = { startFrom: 1, limit: 1, fields: [{ field: 'custom_string_1' }] };
    expect((await merchant('POST', '/reporting/transactions/search', savedSearch)).status).toBe(400);
  });

  test('shows a key only what its own installations took', async () => {
    await app.owner`
      delete from api_credential_installation where api_id = 'harbour-api' and installation_id <> 5300002`;
    const search = { startFrom: 1, limit: 10, fields: [{ field: 'txn_id' }] };
    expect((await merchant('POST', '/reporting/transactions/search', search)).body.resultsAvailable).toBe(0);
    const kinds = {
      ...search,
      fields: [{ field: 'txn_status', filter: { operation: 'EQUALS', value: ['SUCCESS'] } }],
    };
    expect((await merchant('POST', '/reporting/transactions/search', kinds)).body.resultsAvailable).toBe(0);
    const otherPayment = await merchant('POST', base.replace('5300001', '5300002') + '/payment', payment());
    expect(otherPayment.status).toBe(201);
    expect((await merchant('POST', '/reporting/transactions/search', search)).body.data).toEqual([
      [otherPayment.body.transaction.transactionId],
    ]);
    const fraud = { ...search, fields: [{ field: 'fg_score' }] };
    expect((await merchant('POST', '/reporting/transactions/search', fraud)).status).toBe(403);
  });
});

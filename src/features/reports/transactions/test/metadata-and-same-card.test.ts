import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actAs, actAsMerchant, type Send } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { searchSameCard, searchSameCardStatements, sumSameCard } from '../endpoints.ts';

let app: TestApp;
let analyst: Send;
const [firstId, sameCardId, otherCardId, cardlessId, foreignId] = [
  10_000_000_001, 10_000_000_002, 10_000_000_003, 10_000_000_004, 10_000_000_100,
];
beforeAll(async () => {
  app = await startApp();
  for (const txnId of [firstId, sameCardId, otherCardId, cardlessId])
    await insertTransaction(app.owner, { txnId });
  await insertTransaction(app.owner, {
    txnId: foreignId,
    merchantId: 1211,
    installationId: 5300006,
    companyId: 1200,
  });
  await app.owner`update txn set card_correlation_id = 'card-a' where txn_id in (${firstId}, ${sameCardId}, ${foreignId})`;
  await app.owner`update txn set card_correlation_id = 'card-b' where txn_id = ${otherCardId}`;
  analyst = await actAs(app, 'analyst@harbour.example');
});
afterAll(() => app.stop());

describe.each([searchSameCard, searchSameCardStatements])('$name', ({ url }) => {
  const search = (send: Send, id: number, fields: object[] = [{ field: 'txn_id', sort: 'ASC' }]) =>
    send('POST', url.replace('{transactionId}', String(id)), { startFrom: 1, limit: 25, fields });

  test('finds payments with the same card within the company', async () => {
    const { status, body } = await search(analyst, firstId);
    expect(status).toBe(200);
    expect(body.data).toEqual([[String(firstId)], [String(sameCardId)]]);
    expect(body.resultsAvailable).toBe(2);
  });

  test('returns the snapshot when not sorted by time', async () => {
    const byAmount = [{ field: 'txn_id' }, { field: 'requested_amount', sort: 'ASC' }];
    const { body } = await search(analyst, firstId, byAmount);
    expect(body.snapshotTime).toBe(app.clock.now().toISOString());
    expect(body.resultsAvailable).toBe(2);
    const byTime = await search(analyst, firstId, [{ field: 'txn_datetime', sort: 'DESC' }]);
    expect(byTime.body.snapshotTime).toBeUndefined();
  });

  test('rejects a transaction without a card, out of scope or unknown', async () => {
    for (const id of [cardlessId, foreignId, 99_999_999_999])
      expect((await search(analyst, id)).status).toBe(404);
  });

  test('requires a fraud permission', async () => {
    const coffee = await actAs(app, 'coffee@harbour.example');
    expect((await search(coffee, firstId)).status).toBe(403);
  });
});

test('sums the money of payments with the same card', async () => {
  const sum = (send: Send, id: number) =>
    send('POST', sumSameCard.url.replace('{transactionId}', String(id)), {
      startFrom: 1,
      limit: 1,
      fields: [{ field: 'txn_id' }],
    });
  expect((await sum(analyst, firstId)).body.totals).toMatchObject([{ ccyCode: 'GBP', number: 2 }]);
  expect((await sum(analyst, foreignId)).status).toBe(404);
  expect((await sum(await actAs(app, 'coffee@harbour.example'), firstId)).status).toBe(403);
});

describe('getMetadata', () => {
  const fieldsOf = async (user: string) => {
    const send = await actAs(app, user);
    const { body } = await send('GET', '/proxy/sync/tqs/reporting/internal/metadata');
    return new Map(body.fields.map((field: { field: string }) => [field.field, field]));
  };

  test('describes columns with type, operations and values', async () => {
    const fields = await fieldsOf('admin@harbour.example');
    expect(fields.get('txn_status')).toMatchObject({
      type: 'ENUM',
      values: expect.arrayContaining(['SUCCESS', 'SUSPENDED_THREE_D_SECURE']),
    });
    expect(fields.get('requested_amount')).toMatchObject({
      type: 'NUMBER',
      filters: expect.arrayContaining(['BETWEEN']),
      aggregations: ['SUM', 'COUNT'],
    });
    expect(JSON.stringify(fields.get('txn_id'))).not.toContain('BETWEEN');
    expect(fields.get('merch_ref')).not.toHaveProperty('needs');
  });

  test('offers fraud columns only with the permission', async () => {
    const admin = await fieldsOf('admin@harbour.example');
    const support = await fieldsOf('support@harbour.example');
    for (const name of ['fg_score', 'fg_advice', 'OPTIMIZE360_OUTCOME', 'card_fingerprint', 'IP_address']) {
      expect(admin.has(name)).toBe(true);
      expect(support.has(name)).toBe(false);
    }
  });

  test("a merchant's own program gets cards and addresses without it", async () => {
    const { body } = await actAsMerchant(app)('GET', '/reporting/transactions/metadata');
    const names = body.fields.map(({ field }: { field: string }) => field);
    expect(names).toEqual(expect.arrayContaining(['card_fingerprint', 'IP_address']));
    expect(names).not.toContain('fg_score');
  });

  test('filters by card and address need it too', async () => {
    const support = await actAs(app, 'support@harbour.example');
    for (const field of ['card_fingerprint', 'IP_address']) {
      const filter = { operation: 'EQUALS', value: ['192.0.2.7'] };
      const body = {
        startFrom: 1,
        limit: 1,
        fields: [{ field: 'txn_id' }, { field, display: false, filter }],
      };
      expect((await support('POST', '/proxy/sync/tqs/reporting/internal/search', body)).status).toBe(403);
      expect((await analyst('POST', '/proxy/sync/tqs/reporting/internal/search', body)).status).toBe(200);
    }
  });

  test('describes every column in words', async () => {
    const fields = await fieldsOf('admin@harbour.example');
    const undescribed = [...fields].filter(
      ([name, field]) => (field as { description: string }).description === name,
    );
    expect(undescribed.map(([name]) => name)).toEqual(['IBAN', 'BIC']);
    expect(fields.get('custom_string_1')).toMatchObject({ description: 'Loyalty tier' });
  });
});

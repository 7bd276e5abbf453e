import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

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
    aggregations: ['MIN', 'MAX', 'AVERAGE', 'SUM', 'COUNT', 'COUNT_DISTINCT'],
  });
  expect(JSON.stringify(fields.get('txn_id'))).not.toContain('BETWEEN');
  expect(fields.get('merch_ref')).not.toHaveProperty('needs');
});

test('offers fraud columns only with the permission', async () => {
  const admin = await fieldsOf('admin@harbour.example');
  const support = await fieldsOf('support@harbour.example');
  for (const name of ['fg_score', 'fg_advice', 'OPTIMIZE360_OUTCOME']) {
    expect(admin.has(name)).toBe(true);
    expect(support.has(name)).toBe(false);
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

import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await insertTransaction(app.owner, { txnId: 10_000_000_001 });
  await insertTransaction(app.owner, { txnId: 10_000_000_002, companyId: 1200, merchantId: 1211 });
});
afterAll(() => app.stop());

const seen = (companies: readonly number[] | 'every-company') =>
  inTenant(app.services.database, companies, async (sql) => {
    const [row] = await sql<{ count: number }[]>`select count(*) from txn`;
    return row?.count;
  });

test('a transaction sees the companies it names, and no others', async () => {
  expect(await seen([1100])).toBe(1);
  expect(await seen([1100, 1200])).toBe(2);
  expect(await seen([])).toBe(0);
  expect(await seen('every-company')).toBe(2);
});

test('a connection that names no company sees nothing', async () => {
  const [row] = await app.services.database`select count(*) from txn`;
  expect(row?.count).toBe(0);
});

test('rows of another company cannot be written', async () => {
  const write = inTenant(app.services.database, [1100], async (sql) => {
    await sql`insert into duplicate_guard (company_id, signature, txn_id, at) values (1200, '\\x00', 1, now())`;
  });
  await expect(write).rejects.toThrow(/row-level security/);
});

test.each([
  'update audit_event set act = act',
  'delete from audit_event',
  'truncate audit_event',
  'update ledger_entry set amount_minor = 1',
  'delete from ledger_entry',
  'delete from txn_history',
  'delete from txn',
  'alter table audit_event disable trigger all',
])('the programs may not: %s', async (statement) => {
  await expect(app.services.database.unsafe(statement)).rejects.toThrow(/permission denied|must be owner/);
});

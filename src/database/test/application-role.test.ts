import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareApplicationUrl } from '../application-login.ts';
import { openDatabase } from '../open-database.ts';
import { inTenant } from '../tenant.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await insertTransaction(app.owner, { txnId: 10_000_000_001 });
  await insertTransaction(app.owner, { txnId: 10_000_000_002, companyId: 1200, merchantId: 1211 });
});
afterAll(() => app.stop());

const visibleIds = (tenantIds: readonly number[] | 'all-tenants') =>
  inTenant(app.services.database, tenantIds, async (sql) => {
    const [row] = await sql<{ count: number }[]>`select count(*) from txn`;
    return row?.count;
  });

test('a transaction sees the companies it names, and no others', async () => {
  expect(await visibleIds([1100])).toBe(1);
  expect(await visibleIds([1100, 1200])).toBe(2);
  expect(await visibleIds([])).toBe(0);
  expect(await visibleIds('all-tenants')).toBe(2);
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

test('the programs sign in as a login that gains nothing by leaving its role', async () => {
  const first = { password: 'first password', generation: 1 };
  const address = await prepareApplicationUrl(app.owner, app.databaseUrl, first);
  // The next start keeps the password. A start with another master key changes it.
  expect(await prepareApplicationUrl(app.owner, app.databaseUrl, first)).toBe(address);
  const repeated = await prepareApplicationUrl(app.owner, app.databaseUrl, {
    ...first,
    password: 'another password',
  });
  const database = openDatabase(repeated ?? '', { max: 1 });
  try {
    const [before] = await database`select session_user::text as session, current_user::text as current`;
    expect(before).toEqual({
      session: expect.stringMatching(/^countinghouse_app_/),
      current: 'countinghouse_app',
    });
    await database`reset role`;
    await database`set app.companies = '1200'`;
    expect(await database`select distinct company_id as id from txn`).toEqual([{ id: 1200 }]);
    await expect(database.unsafe('update audit_event set act = act')).rejects.toThrow(/permission denied/);
    await expect(database.unsafe('set role postgres')).rejects.toThrow();
    await expect(database`select value from master_key_check`.execute()).rejects.toThrow(/permission denied/);
  } finally {
    await database.end({ timeout: 1 });
    const login = new URL(address ?? '').username;
    await app.owner.unsafe(`drop role ${login}`);
  }
});

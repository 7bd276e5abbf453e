import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../connection.ts';
import { forceRowSecurity } from '../force-row-security.ts';
import { openDatabase } from '../open-database.ts';
import { inTenant } from '../tenant.ts';
import { freshDatabase } from '#testing/start-app.ts';

let owner: Database;
let application: Database;
beforeAll(async () => {
  const url = await freshDatabase();
  owner = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  application = openDatabase(url, { max: 1 });
});
afterAll(() => Promise.all([owner.end(), application.end()]));

/**
 * Read before the caller's scope is known, or, like users, checked by the guard against the caller's organisations. Programs
 * cannot read customer_words.
 */
const withoutIsolation = [
  'api_credential',
  'customer_words',
  'former_user',
  'installation',
  'organisation',
  'sso_domain',
  'test_clock',
];

test('isolates every table that names a company', async () => {
  const tables = await owner<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'company_id'
      and not c.relrowsecurity
    order by 1`;
  expect(tables.map(({ name }) => name)).toEqual(withoutIsolation);
});

test('forces row-level security on the owner of every isolated table', async () => {
  const open = await owner<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relrowsecurity
      and (not c.relforcerowsecurity
           or exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polroles <> '{0}')
           or not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'owner_outside_requests'))`;
  expect(open).toEqual([]);
});

test('a program that became the owner sees the companies of its request only', async () => {
  // The owner of the tests is a superuser: row-level security never applies.
  await owner.unsafe(`
    drop role if exists plain_owner;
    create role plain_owner nologin;
    grant create, usage on schema public to plain_owner;
    drop table if exists isolated;
    create table isolated (company_id integer not null);
    select enable_tenant_isolation('isolated');
    alter table isolated owner to plain_owner`);
  const asOwner = (companies: string | undefined, statement: string) =>
    owner.begin(async (sql) => {
      await sql.unsafe('set local role plain_owner');
      if (companies !== undefined) await sql.unsafe(`set local app.companies = '${companies}'`);
      return sql.unsafe<{ companyId: number }[]>(statement);
    });
  await owner.begin(async (sql) => {
    await sql.unsafe('set local role plain_owner');
    await forceRowSecurity(sql);
  });
  await asOwner(undefined, 'insert into isolated values (1), (2)');
  const select = 'select company_id from isolated order by 1';
  const visible = async (companies?: string) =>
    (await asOwner(companies, select)).map(({ companyId }) => companyId);
  expect(await visible()).toEqual([1, 2]);
  expect(await visible('1')).toEqual([1]);
  expect(await visible('0')).toEqual([]);
  expect(await visible('*')).toEqual([1, 2]);
  await expect(asOwner('1', 'insert into isolated values (2)')).rejects.toThrow(/row-level security/);
  // After a request the connection has an empty setting.
  expect(await visible('')).toEqual([1, 2]);
  expect(await inTenant(application, [], (sql) => sql`select 1 from txn`)).toEqual([]);
  await owner.unsafe(
    'drop table isolated; revoke all on schema public from plain_owner; drop role plain_owner',
  );
});

test('every policy between companies is the one definition', async () => {
  const policies = await owner<{ rule: string }[]>`
    select distinct replace(qual, 'COALESCE(company_id, 0)', 'company_id') as rule
    from pg_policies where policyname = 'own_companies'`;
  expect(policies).toHaveLength(1);
});

test.each([
  ['integer not null', [1]],
  ['integer', [1]],
])('shows the rows of the transaction’s companies only: company_id %s', async (type, visible) => {
  await owner.unsafe(`
    drop table if exists isolated;
    create table isolated (company_id ${type});
    select enable_tenant_isolation('isolated');
    grant select, insert on isolated to countinghouse_app`);
  await owner`insert into isolated values (1), (2)`;
  const rows = await inTenant(
    application,
    [1],
    (sql) => sql<{ companyId: number }[]>`select * from isolated`,
  );
  expect(rows.map(({ companyId }) => companyId)).toEqual(visible);
  await expect(
    inTenant(application, [1], (sql) => sql`insert into isolated values (2)`.execute()),
  ).rejects.toThrow(/row-level security/);
});

test('open to inserts: accepts rows of any company, shows its own', async () => {
  await owner.unsafe(`
    drop table if exists isolated;
    create table isolated (company_id integer);
    select enable_tenant_isolation('isolated', true);
    grant select, insert on isolated to countinghouse_app`);
  const rows = await inTenant(application, [1, 0], async (sql) => {
    await sql`insert into isolated values (1), (2), (null)`;
    return sql<{ companyId: number | null }[]>`select * from isolated`;
  });
  expect(rows.map(({ companyId }) => companyId)).toEqual([1, null]);
});

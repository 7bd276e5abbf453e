import { afterEach, expect, inject, test } from 'vitest';
import { seedStandardRoles } from '#app/server/demo/demo-users.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open-database.ts';

const server = inject('databaseServer');
const maintenance = (url: string) => openDatabase(url, { as: 'owner', max: 4, kind: 'maintenance' });
type Connected = ReturnType<typeof maintenance>;

let number = 0;
const open: Connected[] = [];
afterEach(async () => {
  for (const database of open.splice(0)) await database.end({ timeout: 1 });
});

/** An empty database that is migrated up to a file. */
async function databaseOf(upTo: string): Promise<{ url: string; database: Connected }> {
  number += 1;
  const url = new URL(server);
  url.pathname = `/countinghouse_upgrade_${process.pid}_${number}`;
  const root = maintenance(server);
  await root.unsafe(`create database "${url.pathname.slice(1)}"`);
  await root.end({ timeout: 1 });
  await migrate(url.href, { upTo });
  const database = maintenance(url.href);
  open.push(database);
  return { url: url.href, database };
}

const entry = (txnId: number): string => `
  insert into ledger_entry (txn_id, company_id, root_id, merchant_id, kind, amount_minor, ccy_code, at)
  values (${txnId}, 1, ${txnId}, 1, 'CAPTURE', 100, 'GBP', now())`;

/** The key of the ledger, and indexes that a build has left behind. */
async function keyOf(database: Connected) {
  const rows = await database<{ name: string; definition: string }[]>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'ledger_entry'::regclass and (i.indisunique or not i.indisvalid)`;
  return rows.map(({ name, definition }) => [name, definition.replace(/.* USING btree /, '')]);
}
const key = [['ledger_entry_pkey', '(txn_id, company_id, kind, sequence)']];

test('payments go on while the key of the ledger is built', async () => {
  const { url, database } = await databaseOf('0208-ledger-sequence.sql');
  await database.unsafe(entry(1));
  const writer = await database.reserve();
  await writer.unsafe('begin');
  await writer.unsafe(entry(2));
  const migrated = migrate(url, { upTo: '0209-large-indexes.concurrent.sql' });
  // The build waits for the open transaction.
  await expect
    .poll(async () => {
      const rows = await database`
        select from pg_stat_activity
        where query ilike '%create unique index concurrently%' and wait_event_type = 'Lock' and pid <> pg_backend_pid()`;
      return rows.length;
    })
    .toBeGreaterThan(0);
  await database.unsafe(`begin; set local lock_timeout = '5s'; ${entry(3)}; commit`);
  await writer.unsafe('commit');
  writer.release();
  await migrated;
  await migrate(url);
  expect(await keyOf(database)).toEqual(key);
  expect(await database`select sequence from ledger_entry`).toHaveLength(3);
});

test('two processes that upgrade at once do not wait for each other for ever', async () => {
  const { url, database } = await databaseOf('0208-ledger-sequence.sql');
  await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(await keyOf(database)).toEqual(key);
});

test('a build that was interrupted is made again', async () => {
  const { url, database } = await databaseOf('0208-ledger-sequence.sql');
  // As a dead process leaves it: the first statements were made.
  await database`create unique index ledger_entry_key on ledger_entry (txn_id)`;
  await database`create index processor_intent_handle on processor_intent (handle)`;
  await migrate(url);
  expect(await keyOf(database)).toEqual(key);
  const [index] = await database<{ definition: string }[]>`
    select indexdef as definition from pg_indexes where indexname = 'processor_intent_handle'`;
  expect(index?.definition).toContain('(connection_id, handle)');
});

test('a database that had migration 0210 before it was split ends with the same key', async () => {
  const { url, database } = await databaseOf('9999');
  await database`
    delete from migration where name in
      ('0208-ledger-sequence.sql', '0209-large-indexes.concurrent.sql', '0212-validate-dispute-checks.sql')`;
  await migrate(url);
  expect(await keyOf(database)).toEqual(key);
  const invalid = await database`
    select conname from pg_constraint where not convalidated and connamespace = 'public'::regnamespace`;
  expect(invalid).toEqual([]);
});

test('the standard roles of a database of before get the permissions of new ones', async () => {
  const { url, database } = await databaseOf('9999');
  await seedStandardRoles(database);
  const read = () => database`
    select r.role_id, r.description, array_agg(p.permission order by p.permission) as permissions
    from role r join role_permission p on p.role_id = r.role_id group by r.role_id, r.description order by 1`;
  const seeded = await read();
  expect(seeded.length).toBeGreaterThan(10);
  await database`
    delete from role_permission where permission in ('P_VIEW_DISPUTES', 'P_MANAGE_DISPUTES', 'P_VIEW_PAYOUTS')
      and role_id <> 'administrator'`;
  await database`
    update role set description = 'Sees transactions and refunds them' where role_id = 'refund-agent'`;
  await database`delete from migration where name = '0225-roles-of-disputes.sql'`;
  await migrate(url);
  expect(await read()).toEqual(seeded);
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { canonicalEmail } from '#shared/email-address.ts';
import { startApp } from '#testing/start-app.ts';
import { harbour, insertList, insertValues } from '#features/fraud/fraud-lists/test/list-fixtures.ts';

/* Migration 0123 has been applied: it is run once more, over rows in the old form. */

const app = await startApp();
afterAll(() => app.stop());
const migration = await readFile(
  join(import.meta.dirname, '..', 'migrations', '0123-email-domains.sql'),
  'utf8',
);

async function withMigration(
  read: (connection: Awaited<ReturnType<typeof app.owner.reserve>>) => Promise<void>,
): Promise<void> {
  const connection = await app.owner.reserve();
  try {
    await connection.unsafe(`begin; ${migration}; commit;`);
    await read(connection);
  } finally {
    connection.release();
  }
}

test('the migration writes domains as the product does', async () => {
  const scripts = ['abz09üéßøłñ', 'книга', 'คุณ', '商店𠮷', 'مثال'].map((letters) =>
    fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 12 }).map((label) => label.join('')),
  );
  const emails = fc
    .sample(fc.array(fc.oneof(...scripts), { minLength: 1, maxLength: 3 }), { numRuns: 500, seed: 123 })
    .map((labels) => `a@${labels.join('.')}.example`)
    // Texts that are no names of hosts, as by their direction, keep their form.
    .filter((email) => !/[^ -~]/.test(canonicalEmail(email)));
  expect(emails.length).toBeGreaterThan(300);
  await withMigration(async (connection) => {
    const rows = await connection<{ form: string }[]>`
      select pg_temp.ascii_domain(email) as form from unnest(${emails}::text[]) with ordinality as e (email, place) order by place`;
    expect(rows.map(({ form }) => form)).toEqual(emails.map(canonicalEmail));
  });
});

test('usernames and values of lists get the form in which they are looked up', async () => {
  const listId = await insertList(app);
  await insertValues(app, listId, [
    'kept@xn--bcher-kva.example',
    'ends@xn--bcher-kva.example',
    'only@x.example',
    'kept@x.example',
    'ends@x.example',
  ]);
  await app.owner`
    update app_user set user_name_key = 'admin@bücher.example', user_name = 'Admin@Bücher.example'
    where user_name_key = 'admin@harbour.example'`;
  // Two users whose addresses differ in the dot of the domain only.
  const [first, second] = await app.owner<{ userId: string }[]>`
    select user_id from app_user where user_name_key <> 'admin@bücher.example' order by user_id limit 2`;
  await app.owner`update app_user set user_name_key = 'two@bücher.example' where user_id = ${first?.userId ?? ''}`;
  await app.owner`update app_user set user_name_key = 'two@bücher。example' where user_id = ${second?.userId ?? ''}`;
  await app.owner`
    update fraud_list_item set expiry_date = '2030-01-01' where list_id = ${listId}
      and match_value in ('kept@x.example', 'ends@xn--bcher-kva.example')`;
  await app.owner`
    update fraud_list_item set match_value = replace(match_value, '@x.', '@bücher.')
    where list_id = ${listId} and match_value like '%@x.example'`;
  await withMigration(async () => {});
  const [user] = await app.owner<{ userNameKey: string }[]>`
    select user_name_key from app_user where user_name = 'Admin@Bücher.example'`;
  expect(user?.userNameKey).toBe('admin@xn--bcher-kva.example');
  const others = await app.owner<{ userNameKey: string }[]>`
    select user_name_key from app_user where user_name_key like 'two@%' order by user_id`;
  expect(others.map(({ userNameKey }) => userNameKey)).toEqual([
    'two@xn--bcher-kva.example',
    'two@bücher。example',
  ]);
  // The values that end on a day have given way to those that do not end.
  const items = await app.owner<{ matchValue: string; expiryDate: string | null }[]>`
    select match_value, expiry_date from fraud_list_item
    where company_id = ${harbour} and list_id = ${listId} order by match_value`;
  expect(items).toEqual([
    { matchValue: 'ends@xn--bcher-kva.example', expiryDate: null },
    { matchValue: 'kept@xn--bcher-kva.example', expiryDate: null },
    { matchValue: 'only@xn--bcher-kva.example', expiryDate: null },
  ]);
  const [list] = await app.owner<{ itemCount: number }[]>`
    select item_count from fraud_list where company_id = ${harbour} and list_id = ${listId}`;
  expect(list?.itemCount).toBe(3);
});

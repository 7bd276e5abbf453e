import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseMigration } from '#database/upgrade/migration-file.ts';
import { breachesOf, changelogComplaints, migrationComplaints } from '../migration-rules.ts';

const contract = '-- Contract: programs before 0.3.0 cannot run on it.\n';
const check = (text: string, name = '0950-sample.sql') => breachesOf([parseMigration(name, text)]);

describe('refuses', () => {
  test.each([
    ['a dropped column', 'alter table txn drop column acquirer;', /drop a column of txn .*-- Contract: /],
    ['a dropped table', 'drop table if exists feedback;', /drop the table of feedback/],
    ['a renamed column', 'alter table txn rename column acquirer to bank;', /rename of txn/],
    ['a renamed table', 'alter table feedback rename to opinion;', /rename of feedback/],
    [
      'another type',
      'alter table txn alter column amount type numeric;',
      /change the type of a column of txn/,
    ],
    ['a right that is taken away', 'revoke insert on feedback from countinghouse_app;', /take a right away/],
    ['a dropped function', 'drop function enter_customer_words();', /change an object/],
    ['a renamed function', 'alter function f(integer) rename to g;', /change an object/],
    ['not null at once', 'alter table txn alter acquirer set not null;', /refuses nulls of txn/],
    ['an index under a lock', 'create index a on txn (acquirer);', /build an index of txn .*concurrently/],
    [
      'a key with its index',
      'alter table txn add constraint k unique (acquirer);',
      /add a key with its index of txn/,
    ],
    [
      'a check that reads the table',
      "alter table txn add constraint c check (acquirer <> 'a; b');",
      /add a check of txn: add it NOT VALID/,
    ],
    [
      'a foreign key that reads the table',
      'alter table txn add foreign key (company_id) references organisation;',
      /add a foreign key of txn/,
    ],
    [
      'a validation beside other locks',
      'alter table txn validate constraint c;',
      /validate a constraint of txn: only in a .concurrent.sql/,
    ],
    [
      'a default that differs from row to row',
      'alter table txn add column x uuid not null default gen_random_uuid();',
      /differs from row to row of txn/,
    ],
    [
      'an identity',
      'alter table txn add column x bigint generated always as identity;',
      /differs from row to row of txn/,
    ],
    [
      'a column that inserts of before lack',
      'alter table txn add column x text not null;',
      /not null without a default of txn/,
    ],
    [
      'a check with the column',
      'alter table txn add column x text check (length(x) < 3);',
      /a constraint with the column of txn/,
    ],
    ['changed rows of a whole table', "update role set description = 'x';", /changes rows of role/],
    [
      'changed rows of a large table',
      "update txn set acquirer = 'x' where txn_id < 10;",
      /changes rows of txn .*\.batches\.sql/,
    ],
    [
      'rows of a large table in another form',
      'with a as (select 1) update txn set acquirer = null where true;',
      /changes rows of txn/,
    ],
    ['a hidden statement', "do $$ begin execute 'drop table txn'; end $$;", /a DO block hides its locks/],
    ['a lock', 'lock table txn in share mode;', /the runner takes locks/],
    [
      'two tables in one file',
      'alter table txn add column x text; alter table payment add column x text;',
      /locks txn and payment/,
    ],
  ])('%s', (_name, text, expected) => {
    expect(check(text)).toEqual([expect.stringMatching(expected)]);
  });

  test('locks of a contract too', () => {
    expect(check(`${contract}create index a on txn (acquirer);`)).toHaveLength(1);
    expect(check(`${contract}alter table txn alter column acquirer set not null;`)).toHaveLength(1);
  });

  test('what needs a lock in a concurrent file', () => {
    const name = '0950-sample.concurrent.sql';
    expect(check('alter table txn add column x text;', name)).toHaveLength(1);
    expect(check('create index a on txn (acquirer);', name)).toHaveLength(1);
    expect(check("update txn set acquirer = 'x';", name)).toHaveLength(1);
  });

  test('batches without a key or an end', () => {
    const name = '0950-sample.batches.sql';
    expect(check("update txn set acquirer = 'x' where acquirer is null;", name)).toHaveLength(1);
    expect(check('select max(a) from b where a > $1 limit 5; select 1;', name)).toHaveLength(1);
  });
});

describe('accepts', () => {
  test.each([
    ['a nullable column', 'alter table txn add column x text;'],
    ['a constant default', "alter table txn add column x text not null default 'a (b)';"],
    ['one value for all rows', 'alter table txn add column x timestamptz not null default now();'],
    ['an unvalidated check', 'alter table txn add constraint c check (length(acquirer) < 9) not valid;'],
    ['a key of a built index', 'alter table txn add constraint k unique using index a;'],
    ['nulls again', 'alter table txn alter column acquirer drop not null;'],
    ['some rows of a small table', "update role set description = 'x' where role_id = 'viewer';"],
    [
      'a table with all that is its own',
      "create table a (x text not null check (x <> '')); create index b on a (x);",
    ],
    ['a function', 'create function f() returns void language sql as $$ update txn set acquirer = null $$;'],
    [
      'a setting of a function',
      'alter function f(integer, text[]) set plan_cache_mode = force_generic_plan;',
    ],
    ['a comment', '-- drop table txn;\n/* update txn set x = 1; */ alter table txn add column x text;'],
    ['a text', "alter table txn add column x text not null default 'drop table; update txn set';"],
    ['what a contract removes', `${contract}alter table txn drop column acquirer;`],
  ])('%s', (_name, text) => {
    expect(check(text)).toEqual([]);
  });

  test('not null after a validated check', () => {
    const files = [
      ['0950-a.sql', 'alter table txn add constraint has_bank check (acquirer is not null) not valid;'],
      ['0951-b.concurrent.sql', 'alter table txn validate constraint has_bank;'],
      ['0952-c.sql', 'alter table txn alter column acquirer set not null;'],
    ] as const;
    const parsed = files.map(([name, text]) => parseMigration(name, text));
    expect(breachesOf(parsed)).toEqual([]);
    expect(breachesOf(parsed.filter(({ kind }) => kind !== 'concurrent'))).toHaveLength(1);
  });

  test('concurrent builds and batches', () => {
    expect(
      check(
        'create unique index concurrently a on txn (acquirer); alter table txn validate constraint c; drop index concurrently b;',
        '0950-sample.concurrent.sql',
      ),
    ).toEqual([]);
  });

  test('the migrations of the product', () => {
    expect(migrationComplaints(join(import.meta.dirname, '..', '..'))).toEqual([]);
  });

  test('migrations of before the first release', () => {
    expect(check('drop table txn;', '0209-before.sql')).toEqual([]);
  });
});

test('a release without steps for its upgrade is refused', () => {
  const release = (name: string, steps: string) => `## ${name}\n\n### Payments\n\n- More.\n\n${steps}`;
  const complete = release('0.1.0 — 2027-01-15', '### Upgrade\n\n- Nothing to do.\n');
  expect(changelogComplaints(`# Changelog\n\n${complete}`)).toEqual([]);
  expect(changelogComplaints(`# Changelog\n\n${release('0.2.0 — unreleased', '')}\n${complete}`)).toEqual([
    'CHANGELOG.md: 0.2.0 — unreleased has no paragraph "### Upgrade" with a list of steps',
  ]);
  expect(changelogComplaints(`${release('0.2.0', '### Upgrade\n\n')}`)).toHaveLength(1);
  expect(changelogComplaints('# Changelog')).toHaveLength(1);
});

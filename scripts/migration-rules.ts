import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Change, createdTable, describeChanges } from '#database/upgrade/describe-change.ts';
import { type Migration, parseMigration } from '#database/upgrade/migration-file.ts';

/** Tables that grow with payments: nothing changes all of their rows in one statement. */
const largeTables = new Set([
  'api_request',
  'audit_event',
  'card_token',
  'customer',
  'fraud_decision',
  'hosted_session',
  'idempotency_key',
  'known_card',
  'known_customer',
  'ledger_entry',
  'mail_outbox',
  'notification',
  'payment',
  'processor_event',
  'processor_intent',
  'schedule_episode',
  'settlement_line',
  'smart_link',
  'txn',
  'txn_history',
  'velocity_attempt',
  'webhook_attempt',
  'webhook_delivery',
  'webhook_event',
]);

/** Breaches of the rules of docs/running.md#upgrades in the migrations since release 0.1.0. */
export function migrationComplaints(root: string): string[] {
  const folder = join(root, 'src/database/migrations');
  const migrations = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => parseMigration(name, readFileSync(join(folder, name), 'utf8')));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  return [...breachesOf(migrations), ...changelogComplaints(changelog)];
}

/** Each release has what an operator must do for it, even if that is nothing. Exported for its test. */
export function changelogComplaints(text: string): string[] {
  const releases = text.split(/^## /m).slice(1);
  if (releases.length === 0) return ['CHANGELOG.md: no release'];
  return releases
    .filter((release) => !/^### Upgrade\n\n- \S/m.test(release))
    .map(
      (release) =>
        `CHANGELOG.md: ${release.split('\n')[0]} has no paragraph "### Upgrade" with a list of steps`,
    );
}

/** Exported for its test. `migrations` in their order. */
export function breachesOf(migrations: readonly Migration[]): string[] {
  const earlier: Migration[] = [];
  return migrations.flatMap((migration) => {
    const found = migration.isBaseline ? [] : breachesOfOne(migration, earlier);
    earlier.push(migration);
    return found.map((breach) => `src/database/migrations/${migration.name}: ${breach}`);
  });
}

function breachesOfOne(migration: Migration, earlier: readonly Migration[]): string[] {
  const { statements, kind } = migration;
  if (kind === 'batches') return breachesOfBatches(statements);
  if (kind === 'concurrent') return statements.flatMap(breachesOfConcurrent);
  const created = new Set(statements.flatMap((statement) => createdTable(statement) ?? []));
  const changes = statements
    .flatMap(describeChanges)
    .filter(({ table }) => table === undefined || !created.has(table));
  const locked = new Set(
    changes.filter(({ lock }) => lock === 'ACCESS EXCLUSIVE').flatMap(({ table }) => table ?? []),
  );
  return [
    ...changes.flatMap((change) => breachesOfChange(change, migration, earlier)),
    ...(locked.size > 1
      ? [
          `locks ${[...locked].join(' and ')}: one file locks one table, so that it never holds a lock and waits for another`,
        ]
      : []),
  ];
}

/** Each line: what the change does, and what to write instead. */
function breachesOfChange(
  change: Change,
  { needsRelease }: Migration,
  earlier: readonly Migration[],
): string[] {
  const { action, table, text, work, removes } = change;
  const of = table === undefined ? '' : ` of ${table}`;
  if (removes && needsRelease === undefined)
    return [
      `${action}${of} (${shorten(text)}): programs of the previous release may use it. Name the release that no longer does: ` +
        '-- Contract: programs before <release> cannot run on it.',
    ];
  if (text.startsWith('do ')) return ['a DO block hides its locks: write the statements plainly'];
  if (action === 'lock the table') return [`${action}${of}: the runner takes locks`];
  if (action === 'add a column') return breachesOfColumn(change);
  if (action === 'refuse nulls')
    return hasValidatedCheck(change, earlier)
      ? []
      : [
          `refuses nulls${of} (${shorten(text)}): PostgreSQL reads the table under an exclusive lock. Add check (column is not null) not valid, ` +
            'validate it in a .concurrent.sql file, then set not null',
        ];
  if (action === 'add a check' || action === 'add a foreign key')
    return [`${action}${of}: add it NOT VALID, and validate it in a .concurrent.sql file of its own`];
  if (action === 'validate a constraint')
    return [`${action}${of}: only in a .concurrent.sql file, which keeps no other lock meanwhile`];
  if (work === 'index')
    return [
      `${action}${of} (${shorten(text)}): build it concurrently in a .concurrent.sql file, and make it the key with USING INDEX`,
    ];
  if (work === 'rewrite' && needsRelease === undefined)
    return [`${action}${of}: PostgreSQL writes every row under an exclusive lock`];
  if (work === 'rows' && table !== undefined && isOfAllRows(text, table))
    return [`changes rows${of} (${shorten(text)}): fill them in a .batches.sql file`];
  return [];
}

function breachesOfColumn({ table, text, work }: Change): string[] {
  const of = ` of ${table ?? ''} (${shorten(text)})`;
  if (work === 'rewrite')
    return [
      `a default that differs from row to row${of}: PostgreSQL writes every row. Add the column without it, and fill it in batches`,
    ];
  const isRefusing = /\bnot null\b/.test(text) && !/\bdefault\b/.test(text);
  return [
    ...(isRefusing ? [`not null without a default${of}: inserts of the previous release fail`] : []),
    ...(/\b(?:check|references|unique|primary key)\b/.test(text.replaceAll(/'(?:[^']|'')*'/g, "''"))
      ? [
          `a constraint with the column${of}: PostgreSQL reads the table under its lock. Add it apart, NOT VALID`,
        ]
      : []),
  ];
}

function isOfAllRows(text: string, table: string): boolean {
  if (text.startsWith('insert into')) return largeTables.has(table) && / select /.test(text);
  return largeTables.has(table) || !/\bwhere\b/.test(text);
}

/** Whether an earlier file has added the check, and an earlier one has validated it. */
function hasValidatedCheck({ table, text }: Change, earlier: readonly Migration[]): boolean {
  const [, column = ''] = /^alter (?:column )?"?(\w+)"? set not null/.exec(text) ?? [];
  const before = earlier.flatMap(({ statements }) => statements.flatMap(describeChanges));
  const check = new RegExp(`^add constraint "?(\\w+)"? check \\( ?\\(?${column} is not null`);
  return before.some((added) => {
    const [, constraint] = added.table === table ? (check.exec(added.text) ?? []) : [];
    return (
      constraint !== undefined &&
      before.some(
        (one) =>
          one.table === table &&
          one.action === 'validate a constraint' &&
          one.text === `validate constraint ${constraint}`,
      )
    );
  });
}

function breachesOfConcurrent(statement: string): string[] {
  const changes = describeChanges(statement);
  const isAllowed =
    /^(?:analyze|reindex .*concurrently)\b/i.test(statement) ||
    (changes.length > 0 &&
      changes.every(({ action }) =>
        /^(?:build an index concurrently|drop an index concurrently|validate a constraint)$/.test(action),
      ));
  return isAllowed
    ? []
    : [
        `${shorten(statement)}: a .concurrent.sql file only builds or drops indexes concurrently and validates constraints`,
      ];
}

function breachesOfBatches(statements: readonly string[]): string[] {
  const [statement = '', ...rest] = statements;
  if (
    rest.length === 0 &&
    /\$1/.test(statement) &&
    /\blimit \d+/i.test(statement) &&
    /\bmax\(/i.test(statement)
  )
    return [];
  return [
    'a .batches.sql file is one statement that changes the next rows after the key $1, with a limit, and returns the greatest key ' +
      'of them (CONTRIBUTING.md#migrations)',
  ];
}

const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

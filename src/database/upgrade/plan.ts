import { openDatabase } from '../open-database.ts';
import type { Sql } from '../connection.ts';
import {
  type RunningProgram,
  findExcluded,
  findExclusion,
  listPrograms,
  readDatabaseRelease,
} from './compatibility.ts';
import { type Lock, type Work, blockedBy, createdTable, describeChanges } from './describe-change.ts';
import { type Migration, readMigrations } from './migration-file.ts';

/** Minutes for a million rows, rounded up from the slowest of its kind (docs/benchmarks.md#upgrades). */
const minutesPerMillion: Readonly<Record<Work, number>> = {
  instant: 0,
  index: 0.15,
  validate: 0.05,
  rows: 9,
  rewrite: 3,
};

interface PlannedStep {
  statement: string;
  action: string;
  table: string | undefined;
  lock: Lock;
  blocks: ReturnType<typeof blockedBy>;
  /** Of the table, as its statistics have them; undefined without a table or statistics. */
  rows: number | undefined;
  /** The table is created by the same migration. */
  isNew: boolean;
  /** At these rows, and at ten million. 0: moments. */
  minutes: number;
  minutesAtTenMillion: number;
}

interface PlannedMigration {
  name: string;
  kind: Migration['kind'];
  needsRelease: string | undefined;
  steps: PlannedStep[];
  /** Running programs that it excludes. */
  excluded: RunningProgram[];
}

interface MigrationPlan {
  /** The release that has migrated the database so far. */
  databaseRelease: string | undefined;
  pending: PlannedMigration[];
  programs: RunningProgram[];
  /** Why the database does not take this release. */
  exclusion: string | undefined;
}

/** What `migrate` would do now. Changes nothing. */
export async function planMigrations(
  url: string,
  { release, folders }: { release: string; folders?: readonly string[] },
): Promise<MigrationPlan> {
  const migrations = await readMigrations(folders);
  const database = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  try {
    return await database.begin('read only', (sql) => planOn(sql, migrations, release));
  } finally {
    await database.end({ timeout: 5 });
  }
}

async function planOn(sql: Sql, migrations: readonly Migration[], release: string): Promise<MigrationPlan> {
  const [state] = await sql<{ hasTable: boolean; hasReleases: boolean }[]>`
    select to_regclass('public.migration') is not null as has_table, exists (
      select from pg_attribute where attrelid = to_regclass('public.migration') and attname = 'needs_release') as has_releases`;
  const rows = state?.hasTable ? await sql<{ name: string }[]>`select name from migration` : [];
  const applied = new Set(rows.map(({ name }) => name));
  const databaseRelease = state?.hasReleases ? await readDatabaseRelease(sql) : undefined;
  const programs = await listPrograms(sql);
  const sizes = await readSizes(sql);
  return {
    databaseRelease: databaseRelease?.newest,
    programs,
    exclusion: databaseRelease && findExclusion(databaseRelease, release),
    pending: migrations
      .filter(({ name }) => !applied.has(name))
      .map((migration) => ({
        name: migration.name,
        kind: migration.kind,
        needsRelease: migration.needsRelease,
        steps: planSteps(migration, sizes),
        excluded: findExcluded(programs, migration),
      })),
  };
}

/** Rows by table, as the last VACUUM or ANALYZE counted them. */
async function readSizes(sql: Sql): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ name: string; rows: number }[]>`
    select relname as name, reltuples::float8 as rows from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;
  // -1: not yet counted.
  return new Map(rows.filter(({ rows: count }) => count >= 0).map(({ name, rows: count }) => [name, count]));
}

function planSteps({ statements, kind }: Migration, sizes: ReadonlyMap<string, number>): PlannedStep[] {
  const created = new Set(statements.flatMap((statement) => createdTable(statement) ?? []));
  return statements.flatMap((statement) => {
    const changes = describeChanges(statement);
    const described =
      changes.length > 0
        ? changes
        : [{ action: 'no table', table: undefined, lock: 'none' as const, work: 'instant' as const }];
    return described.map(({ action, table, lock, work }): PlannedStep => {
      const isNew = table !== undefined && created.has(table);
      const rows = table === undefined || isNew ? undefined : sizes.get(table);
      // A file in batches pauses as long as it works.
      const rate = isNew ? 0 : minutesPerMillion[work] * (kind === 'batches' ? 2 : 1);
      const isLarge = kind !== 'transaction' || work !== 'rows';
      return {
        statement: statement.replaceAll(/\s+/g, ' '),
        action,
        table,
        lock: isNew ? 'none' : lock,
        blocks: isNew ? 'nothing' : blockedBy(lock),
        rows,
        isNew,
        minutes: ((rows ?? 0) / 1e6) * rate,
        minutesAtTenMillion: isLarge && table !== undefined ? 10 * rate : 0,
      };
    });
  });
}

/** 0: nothing to do, 3: something, and every program goes on, 4: a migration excludes earlier releases, 1: this release is excluded. */
export function planExitCode({ pending, exclusion }: MigrationPlan): number {
  if (exclusion !== undefined) return 1;
  if (pending.length === 0) return 0;
  return pending.some(({ needsRelease }) => needsRelease !== undefined) ? 4 : 3;
}

/** The plan for people. */
export function describePlan(plan: MigrationPlan, release: string): string {
  const { pending, programs, exclusion, databaseRelease } = plan;
  if (exclusion !== undefined) return exclusion;
  const running =
    programs.length === 0
      ? 'No program has reported within the last minute.'
      : `Running: ${programs.map(({ name, release: own }) => `${name} (${own ?? 'before 0.1.0'})`).join(', ')}.`;
  const head = `Release ${release}; the database was last migrated by ${databaseRelease ?? 'a version before 0.1.0'}. ${running}`;
  if (pending.length === 0) return `${head}\nNothing to migrate.`;
  return [head, ...pending.map(describeMigration), summarise(pending)].join('\n\n');
}

const kinds: Readonly<Record<Migration['kind'], string>> = {
  transaction: 'one transaction, cancelled and tried again before it blocks for a second',
  concurrent: 'statement by statement, while programs go on',
  batches: 'in batches, while programs go on',
};

function describeMigration({ name, kind, needsRelease, steps, excluded }: PlannedMigration): string {
  const contract =
    needsRelease === undefined
      ? []
      : [
          `  Programs before release ${needsRelease} cannot run after it${
            excluded.length === 0
              ? '.'
              : `: stop or upgrade ${excluded.map((one) => one.name).join(', ')} first.`
          }`,
        ];
  return [`${name} (${kinds[kind]})`, ...contract, ...steps.map(describeStep)].join('\n');
}

function describeStep(step: PlannedStep): string {
  const { action, table, lock, blocks, minutes, minutesAtTenMillion, statement } = step;
  const on = table === undefined ? '' : ` of ${table} (${describeRows(step)})`;
  const locked = lock === 'none' ? 'locks nothing' : `${lock}, blocks ${blocks}`;
  const time =
    minutesAtTenMillion === 0
      ? 'moments'
      : `${describeMinutes(minutes)} now, ${describeMinutes(minutesAtTenMillion)} at ten million rows`;
  const text = statement.length > 100 ? `${statement.slice(0, 99)}…` : statement;
  return `  ${action}${on}: ${locked}; ${time}\n    ${text}`;
}

function summarise(pending: readonly PlannedMigration[]): string {
  const steps = pending.flatMap((one) => one.steps);
  const sum = (of: (step: PlannedStep) => number): string =>
    describeMinutes(steps.reduce((total, step) => total + of(step), 0));
  const excluding = pending.filter(({ needsRelease }) => needsRelease !== undefined);
  const effect =
    excluding.length === 0
      ? 'Programs of the previous release go on.'
      : `${excluding.map(({ name }) => name).join(', ')}: only with programs of the release named there.`;
  return `${pending.length} to migrate: ${sum((step) => step.minutes)} now, ${sum((step) => step.minutesAtTenMillion)} if each table had ten million rows. ${effect}`;
}

function describeRows({ rows, isNew }: PlannedStep): string {
  if (isNew) return 'new';
  return rows === undefined
    ? 'rows not counted yet: analyze it'
    : `about ${Math.round(rows).toLocaleString('en')} rows`;
}

function describeMinutes(minutes: number): string {
  if (minutes < 1 / 60) return 'under a second';
  return minutes < 1 ? `${Math.ceil(minutes * 60)} s` : `${Math.round(minutes * 10) / 10} min`;
}

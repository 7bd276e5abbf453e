import { inTenant, type TenantSql } from '#database/tenant.ts';
import { replicationState } from '#features/record/reporting/server/replication-state.ts';
import { attemptsBeforeReport } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { findExclusion, readDatabaseRelease } from '#database/upgrade/compatibility.ts';
import { listMigrations } from '#database/upgrade/migration-file.ts';
import { addMs, dayMs, secondMs } from '#server/clock.ts';
import type { Services } from '#server/services.ts';
import { jobs } from '../jobs.ts';

/** Work that should have been done by now. */
export interface Backlog {
  count: number;
  /** Of the oldest, since it was due; 0 for none. */
  oldestSeconds: number;
}

export interface JobFigures {
  name: string;
  /** How late its next run is; 0 while it is on time. */
  overdueSeconds: number;
  /** When the last run ended; undefined while it runs, and before the first. */
  endedAt: Date | undefined;
  /** Its last run threw, and is repeated. */
  isFailing: boolean;
}

export interface ConnectionFigures {
  connectionId: number;
  adapter: string;
  /** Undefined while the breaker is closed. */
  openedAt: Date | undefined;
  reason: string | undefined;
}

interface MigrationFigures {
  /** The name of the last migration. */
  newest: string;
  /** Migrations of a newer release, and those that the database lacks. */
  unknown: string[];
  missing: string[];
  /** The newest release that has migrated the database; undefined before release 0.1.0. */
  release: string | undefined;
  /** Why the database excludes this program. */
  exclusion: string | undefined;
}

/**
 * Figures of the operator's port, for /metrics and /status. Each is one statement over an index of open work, and throws
 * while the database does not respond.
 */
export interface FigureReaders {
  unresolved(): Promise<Backlog & { stuck: number }>;
  settlementWork(): Promise<number>;
  emails(): Promise<Backlog & { failed: number }>;
  webhooks(): Promise<Backlog>;
  callbacks(): Promise<Backlog>;
  /** Undefined before the first event. */
  audit(): Promise<{ sealedAt: Date | undefined; unsealedSeconds: number }>;
  connections(): Promise<ConnectionFigures[]>;
  /** Undefined before a worker has run on this database. */
  jobs(): Promise<JobFigures[] | undefined>;
  migrations(): Promise<MigrationFigures>;
  /** Undefined without a warehouse, and NaN while it is being filled. */
  warehouse(): Promise<{ lagSeconds: number; isUp: boolean } | undefined>;
}

/** The time limit of a statement: a figure that takes longer is not known. */
const statementMs = 2 * secondMs;

type Read = <T>(work: (sql: TenantSql) => Promise<T>) => Promise<T>;

interface Source {
  services: Services;
  read: Read;
  ageSeconds(at: Date | null | undefined): number;
}

export function figureReaders(services: Services): FigureReaders {
  const { database, clock } = services;
  const source: Source = {
    services,
    read: (work) =>
      inTenant(database, 'all-tenants', async (sql) => {
        await sql`select set_config('statement_timeout', ${String(statementMs)}, true)`;
        return work(sql);
      }),
    ageSeconds: (at) => (at ? Math.max(0, (clock.now().getTime() - at.getTime()) / secondMs) : 0),
  };
  const missingSince = new Map<string, number>();
  return {
    jobs: () => source.read((sql) => readJobs(sql, missingSince)),
    ...paymentReaders(source),
    ...messageReaders(source),
    ...storeReaders(source),
  };
}

function paymentReaders({
  services: { clock, config },
  read,
  ageSeconds,
}: Source): Pick<FigureReaders, 'unresolved' | 'settlementWork' | 'connections'> {
  return {
    async unresolved() {
      const before = addMs(clock.now(), -config.intentGraceMs);
      const [row] = await read(
        (sql) => sql<{ count: number; oldest: Date | null; stuck: number }[]>`
          select count(*)::int as count, min(created_at) as oldest,
                 (count(*) filter (where attempts >= ${attemptsBeforeReport}))::int as stuck
          from processor_intent where state <> 'DONE' and created_at < ${before}`,
      );
      const { count = 0, stuck = 0, oldest } = row ?? {};
      return { count, stuck, oldestSeconds: ageSeconds(oldest) };
    },
    async settlementWork() {
      const [row] = await read(
        (sql) => sql<{ count: number }[]>`select count(*)::int as count from settlement_work`,
      );
      return row?.count ?? 0;
    },
    async connections() {
      const rows = await read(
        (sql) => sql<
          { connectionId: number; adapter: string; openedAt: Date | null; reason: string | null }[]
        >`
          select c.connection_id, c.adapter, b.opened_at, b.reason
          from processor_connection c left join processor_breaker b on b.connection_id = c.connection_id
          where c.state in ('ACTIVE', 'DRAINING')
          order by b.opened_at nulls last, c.connection_id limit 200`,
      );
      return rows.map((row) => ({
        ...row,
        openedAt: row.openedAt ?? undefined,
        reason: row.reason ?? undefined,
      }));
    },
  };
}

function messageReaders({
  services: { clock },
  read,
  ageSeconds,
}: Source): Pick<FigureReaders, 'emails' | 'webhooks' | 'callbacks'> {
  const backlog = async (
    select: (sql: TenantSql) => Promise<{ count: number; oldest: Date | null }[]>,
  ): Promise<Backlog> => {
    const [row] = await read(select);
    return { count: row?.count ?? 0, oldestSeconds: ageSeconds(row?.oldest) };
  };
  return {
    async emails() {
      const now = clock.now();
      const due = await backlog(
        (sql) => sql<{ count: number; oldest: Date | null }[]>`
          select count(*)::int as count, min(next_attempt_at) as oldest
          from mail_outbox where state = 'queued' and next_attempt_at <= ${now}`,
      );
      const [row] = await read(
        (sql) => sql<{ count: number }[]>`
          select count(*)::int as count from mail_outbox
          where queued_at > ${addMs(now, -dayMs)} and state in ('failed', 'in-doubt')`,
      );
      return { ...due, failed: row?.count ?? 0 };
    },
    webhooks: () =>
      backlog(
        (sql) => sql<{ count: number; oldest: Date | null }[]>`
          select count(*)::int as count, min(next_attempt_at) as oldest from webhook_delivery
          where state in ('queued', 'sending', 'retrying') and next_attempt_at <= ${clock.now()}`,
      ),
    callbacks: () =>
      backlog(
        (sql) => sql<{ count: number; oldest: Date | null }[]>`
          select count(*)::int as count, min(next_attempt_at) as oldest from notification
          where state in ('queued', 'sending') and next_attempt_at <= ${clock.now()}`,
      ),
  };
}

function storeReaders({
  services,
  read,
  ageSeconds,
}: Source): Pick<FigureReaders, 'audit' | 'migrations' | 'warehouse'> {
  return {
    async audit() {
      const [row] = await read(
        (sql) => sql<{ sealedAt: Date | null; oldest: Date | null }[]>`
          select (select sealed_at from audit_seal order by batch desc limit 1) as sealed_at,
                 (select at from audit_event
                  where seq > coalesce((select last_seq from audit_seal order by batch desc limit 1), 0)
                  order by seq limit 1) as oldest`,
      );
      return { sealedAt: row?.sealedAt ?? undefined, unsealedSeconds: ageSeconds(row?.oldest) };
    },
    async migrations() {
      const known = await listMigrations();
      const [rows, release] = await read(async (sql) => [
        await sql<{ name: string }[]>`select name from migration order by name`,
        await readDatabaseRelease(sql),
      ]);
      const applied = new Set(rows.map(({ name }) => name));
      return {
        newest: rows.at(-1)?.name ?? '',
        unknown: [...applied].filter((name) => !known.includes(name)),
        missing: known.filter((name) => !applied.has(name)),
        release: release.newest,
        exclusion: findExclusion(release, services.config.version),
      };
    },
    async warehouse() {
      if (!services.warehouse) return undefined;
      const { completeUntil, reportedAt } = await replicationState(services.database);
      return {
        lagSeconds: completeUntil ? ageSeconds(completeUntil) : Number.NaN,
        isUp: reportedAt !== null && ageSeconds(reportedAt) < 30,
      };
    },
  };
}

/** A run longer than this has died: the queue starts it again (start-worker.ts). */
const longestRunSeconds = 150;

/**
 * The queue holds one waiting copy of each job while it does not run, whichever worker runs it. `missingSince`: since when
 * jobs have had none, by performance.now().
 */
async function readJobs(
  sql: TenantSql,
  missingSince: Map<string, number>,
): Promise<JobFigures[] | undefined> {
  const [queue] = await sql<{ exists: boolean }[]>`
    select coalesce(has_schema_privilege(to_regnamespace('pgboss'), 'usage'), false) as exists`;
  if (queue?.exists !== true) return undefined;
  // Not checked against our schema: the table is the queue's own.
  const rows = await sql.unsafe<{ name: string; late: number; endedAt: Date | null; isFailing: boolean }[]>(`
    select name, coalesce(extract(epoch from clock_timestamp() - min(start_after)), 0)::float8 as late,
           max(created_on) filter (where state = 'created') as ended_at, bool_or(state = 'retry') as is_failing
    from pgboss.job where state < 'active' group by name`);
  const waiting = new Map(rows.map((row) => [row.name, row]));
  return jobs.map(({ name }) => {
    const row = waiting.get(name);
    if (row) missingSince.delete(name);
    else if (!missingSince.has(name)) missingSince.set(name, performance.now());
    const missingSeconds = (performance.now() - (missingSince.get(name) ?? performance.now())) / secondMs;
    const late = row ? row.late : missingSeconds - longestRunSeconds;
    return {
      name,
      overdueSeconds: Math.max(0, late),
      endedAt: row?.endedAt ?? undefined,
      isFailing: row?.isFailing ?? false,
    };
  });
}

import { sqlState } from './sql-state.ts';
import type { Database, TransactionSql } from './connection.ts';
import { type TenantIds, type TenantSql, tenantSettings } from './tenant.ts';

type Step = () => PromiseLike<unknown> | undefined;
type Outcomes<S extends readonly Step[]> = { -readonly [K in keyof S]: Awaited<ReturnType<S[K]>> };

/**
 * Runs the steps of the transaction `sql` in one round trip: each sends its first
 * statement without waiting for the responses to those before it.
 *
 * Guarantee: PostgreSQL executes the first statements of the steps in the order of the array, so that each sees what the
 * ones before it wrote and waits for the locks they wait for. A step must begin by returning or awaiting its statement;
 * what it sends after that comes after the first statements of all steps.
 *
 * When a step fails, PostgreSQL refuses the statements after it. All steps are over before the failure of the first one
 * in the array is thrown, so no statement is sent after the transaction has ended and no rejection is left unhandled.
 */
export async function pipelined<const S extends readonly Step[]>(
  _sql: TenantSql | TransactionSql,
  steps: S,
): Promise<Outcomes<S>> {
  const started = steps.map(start);
  const settled = await Promise.allSettled(started);
  const failed = settled.filter((step) => step.status === 'rejected').map(({ reason }) => reason as unknown);
  if (failed.length > 0) throw failed.find((reason) => !isConsequence(reason)) ?? failed[0];
  return settled.map((step) => (step.status === 'fulfilled' ? step.value : undefined)) as Outcomes<S>;
}

/**
 * Reads the companies' rows in one round trip, begin and commit included. Each step sends one statement; a second one is
 * refused, because the transaction has ended.
 */
export async function readInTenant<const S extends readonly Step[]>(
  database: Database,
  tenantIds: TenantIds,
  steps: (sql: TenantSql) => S,
): Promise<Outcomes<S>> {
  return database.once({ mode: 'read only', settings: tenantSettings(tenantIds, database) }, (sql) =>
    pipelined(sql, steps(sql as TenantSql)),
  );
}

/** A statement that is not sent yet. */
export type Sendable = PromiseLike<unknown> & { execute(): unknown };

/**
 * Sends the last statements of a transaction without waiting for their responses: commit follows in the same round trip. When
 * one fails, PostgreSQL rolls the transaction back, and the commit throws the failure.
 */
export function sendLast(_sql: TenantSql, statements: readonly Sendable[]): void {
  for (const statement of statements) statement.execute();
}

/** The statement is sent one microtask later, for a bare statement and for an `await` alike: the order is the array's. */
async function start(step: Step): Promise<unknown> {
  return await step();
}

/** in_failed_sql_transaction: a statement that PostgreSQL refused because an earlier one failed. */
const isConsequence = (reason: unknown): boolean => sqlState(reason) === '25P02';

import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { inTenant } from '#database/tenant.ts';
import type { Operation } from './load.ts';
import { until } from './servers.ts';

export interface Books {
  /** Answered operations by kind. */
  answered: Readonly<Record<string, number>>;
  declined: number;
  /** No answer although the client has repeated it for two minutes. */
  unanswered: number;
  /** Operations that moved money twice, by our books or by the processor's. */
  doubled: readonly string[];
  /** Successes that a client or the processor has and we have not. */
  lost: readonly string[];
  /** Operations that still have no result. */
  unresolved: number;
}

interface OwnRow {
  txnId: string;
  reference: string | null;
  status: string;
}

/**
 * Compares three books: what the clients received, what we have stored, and what the processor has approved in its own
 * database. Waits first until the sweeper has resolved what was under way.
 */
export async function compareBooks(
  url: string,
  processorUrl: string,
  operations: readonly Operation[],
): Promise<Books> {
  const ours = openDatabase(url, { as: 'owner', max: 2, kind: 'maintenance' });
  const theirs = openDatabase(processorUrl, { as: 'owner', max: 1, kind: 'maintenance' });
  try {
    // What has no result even then is counted.
    await until('every operation has a result', async () => (await countOpen(ours)) === 0).catch(() => {});
    return await compare(ours, theirs, operations);
  } finally {
    await Promise.all([ours.end({ timeout: 1 }), theirs.end({ timeout: 1 })]);
  }
}

async function compare(ours: Database, theirs: Database, operations: readonly Operation[]): Promise<Books> {
  const rows = await readOwn(ours);
  const approved = await theirs<{ reference: string; related: string | null; kind: string }[]>`
    select reference, related, kind from sandbox.operation
    where state = 'DONE' and response ->> 'result' = 'APPROVED'`;
  const released = new Set(approved.filter(({ kind }) => kind === 'VOID').map(({ related }) => related));
  const succeeded = rows.filter(({ status }) => status === 'SUCCESS' || status === 'VOIDED');
  const perReference = Map.groupBy(
    succeeded.filter(({ reference }) => reference !== null),
    ({ reference }) => reference,
  );
  const answered = operations.filter(({ answer }) => answer !== undefined && answer.status < 300);
  const successes = answered.filter(({ answer }) => answer?.state === 'SUCCESS');
  const stored = new Set(succeeded.map(({ txnId }) => txnId));
  return {
    answered: Object.fromEntries(
      [...Map.groupBy(answered, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length]),
    ),
    declined: answered.length - successes.length,
    unanswered: operations.filter(({ answer }) => answer === undefined).length,
    doubled: [...perReference].filter(([, all]) => all.length > 1).map(([reference]) => String(reference)),
    lost: [
      ...successes
        .filter(({ answer }) => !stored.has(answer?.transactionId ?? ''))
        .map(({ answer }) => `received by a client: ${answer?.transactionId}`),
      ...approved
        .filter(({ reference, kind }) => kind !== 'VOID' && !released.has(reference))
        .filter(({ reference }) => !stored.has(reference))
        .map(({ reference }) => `approved by the processor: ${reference}`),
    ],
    unresolved: await countOpen(ours),
  };
}

/** Every operation of the load. The demo's own payments have no reference of the load and are in the processor's books of the sandbox. */
async function readOwn(ours: Database): Promise<OwnRow[]> {
  return inTenant(
    ours,
    'all-tenants',
    (sql) => sql<OwnRow[]>`
    select txn_id::text as txn_id, txn_status as status,
      case when related_id is null then merch_ref end as reference
    from txn where company_id = 1100`,
  );
}

async function countOpen(ours: Database): Promise<number> {
  const [row] = await inTenant(
    ours,
    'all-tenants',
    (sql) => sql<{ open: number }[]>`
    select count(*)::integer as open from processor_intent where state <> 'DONE'`,
  );
  return row?.open ?? 0;
}

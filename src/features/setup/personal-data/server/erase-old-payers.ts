import { type TenantSql, inTenant } from '#database/tenant.ts';
import { NotSealedYet } from '#features/record/audit/server/erase-values.ts';
import { eraseDecisions } from '#features/fraud/fraud-engine/server/erase-decisions.ts';
import { eraseUnpaidCustomers, findPayersOf } from '#features/payments/payments/server/db/erase-payer.ts';
import { eraseCustomerNotes } from '#features/reports/customers/server/erase-notes.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { addMs, dayMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import type { KeyRing } from '#server/keys.ts';
import type { Services } from '#server/services.ts';
import { erasePayments } from './erase-payments.ts';
import { type Progress, readProgress, saveProgress } from './retention-progress.ts';
import { findWaits } from './wait-reasons.ts';

const batch = 200;
/** A run ends in time for the queue. The next one continues. */
const maxRunMs = 60_000;

interface Due {
  companyId: number;
  rootId: number;
  txnId: number;
  at: Date;
}

/**
 * Erases the payers of payments that are older than the operator keeps them (docs/running.md#retention). The payments are read once,
 * by their index of time, after the place that was reached; what a legal hold or an open payment keeps waits in a table.
 */
export const eraseOldPayers: Job = {
  name: 'erase-old-payers',
  everySeconds: 3600,
  async run(services) {
    const days = services.config.retention.payers;
    if (days === 0) return;
    const deadline = performance.now() + maxRunMs;
    while (performance.now() < deadline && (await eraseWaiting(services, days)));
    await walk(services, { kind: 'payers', days, deadline }, (due) => eraseRoots(services, days, due));
  },
};

/** Erases the values that fraud rules looked at, of payments that are older than the operator keeps them. */
export const eraseOldFraudValues: Job = {
  name: 'erase-old-fraud-values',
  everySeconds: 3600,
  async run(services) {
    const days = services.config.retention.fraudValues;
    if (days === 0) return;
    const deadline = performance.now() + maxRunMs;
    await walk(services, { kind: 'fraudValues', days, deadline }, async (due) => {
      for (const [companyId, some] of byCompany(due))
        await inTenant(services.database, [companyId], async (sql) => {
          const now = services.clock.now();
          const free = await sql<{ txnId: number }[]>`
            select t.txn_id from unnest(${some.map(({ txnId }) => txnId)}::bigint[]) as t (txn_id)
            where not exists (select from legal_holds_of(${companyId}, t.txn_id, ${now}))`;
          await eraseDecisions(
            sql,
            companyId,
            free.map(({ txnId }) => txnId),
          );
        });
    });
  },
};

interface Walk {
  kind: string;
  days: number;
  deadline: number;
}

/** Each batch is done before its end is saved as reached. A worker that dies repeats one. */
async function walk(
  { database, clock }: Services,
  { kind, days, deadline }: Walk,
  erase: (due: Due[]) => Promise<void>,
): Promise<void> {
  const before = addMs(clock.now(), -days * dayMs);
  while (performance.now() < deadline) {
    const due = await inTenant(database, 'all-tenants', async (sql) =>
      readAfter(sql, await readProgress(sql, kind), before),
    );
    const last = due.at(-1);
    if (!last) return;
    await erase(due);
    await inTenant(database, 'all-tenants', (sql) =>
      saveProgress(sql, kind, { reached: last.at, txnId: last.txnId }),
    );
  }
}

const readAfter = (sql: TenantSql, { reached, txnId }: Progress, before: Date): Promise<Due[]> => sql<Due[]>`
  select company_id, root_id, txn_id, txn_datetime as at from txn
  where (txn_datetime, txn_id) > (${reached}, ${txnId}::bigint) and txn_datetime < ${before}
  order by txn_datetime, txn_id limit ${batch}`;

function byCompany<R extends { companyId: number }>(rows: readonly R[]): Map<number, R[]> {
  const groups = new Map<number, R[]>();
  for (const row of rows) groups.set(row.companyId, [...(groups.get(row.companyId) ?? []), row]);
  return groups;
}

/** Payments that waited. Returns whether there can be more. */
async function eraseWaiting(services: Services, days: number): Promise<boolean> {
  const due = await inTenant(
    services.database,
    'all-tenants',
    (sql) => sql<{ companyId: number; rootId: number }[]>`
      select company_id, root_id from retention_waiting where next_at <= ${services.clock.now()}
      order by next_at limit ${batch}`,
  );
  await eraseRoots(services, days, due);
  return due.length === batch;
}

async function eraseRoots(
  services: Services,
  days: number,
  due: readonly { companyId: number; rootId: number }[],
): Promise<void> {
  for (const [companyId, some] of byCompany(due)) {
    const roots = [...new Set(some.map(({ rootId }) => rootId))];
    await inTenant(services.database, [companyId], (sql) =>
      eraseOfCompany(services, sql, { companyId, roots, days }),
    );
  }
}

interface Some {
  companyId: number;
  roots: number[];
  days: number;
}

async function eraseOfCompany(
  { clock, keys, config, log }: Services,
  sql: TenantSql,
  { companyId, roots, days }: Some,
): Promise<void> {
  const now = clock.now();
  const waits = await findWaits(sql, { companyId, roots, now, disputeDays: config.disputePeriodDays });
  // A root with a newer refund or repeat is as old as that.
  const newest = await sql<{ rootId: number; at: Date }[]>`
    select root_id, max(txn_datetime) as at from txn
    where company_id = ${companyId} and root_id = any (${roots}) group by root_id`;
  const later = new Map<number, Date>();
  for (const { rootId, at } of newest) {
    const wait = waits.get(rootId);
    const old = addMs(at, days * dayMs);
    if (wait) later.set(rootId, wait.until ?? addMs(now, dayMs));
    else if (old > now) later.set(rootId, old);
  }
  for (const [rootId, nextAt] of later) await defer(sql, { companyId, rootId, nextAt });
  const free = roots.filter((root) => !later.has(root));
  await sql`
    delete from retention_waiting where company_id = ${companyId} and root_id = any (${free})`;
  try {
    await sql.savepoint((inner) => eraseFree(inner, { companyId, roots: free, days }, keys.auditSeal, now));
  } catch (error) {
    if (!(error instanceof NotSealedYet)) throw error;
    log.warn({ companyId }, 'payments wait for the seal of their audit events');
    for (const rootId of free) await defer(sql, { companyId, rootId, nextAt: addMs(now, dayMs) });
  }
}

const defer = (sql: TenantSql, row: { companyId: number; rootId: number; nextAt: Date }) => sql`
  insert into retention_waiting ${sql(row)}
  on conflict (company_id, root_id) do update set next_at = excluded.next_at`;

async function eraseFree(
  sql: TenantSql,
  { companyId, roots, days }: Some,
  auditSeal: KeyRing,
  now: Date,
): Promise<void> {
  // Those of an earlier run, or without a payer, change nothing.
  const named = await sql<{ rootId: number }[]>`
    select distinct root_id from txn
    where company_id = ${companyId} and root_id = any (${roots})
      and num_nonnulls(customer_id, customer_ref, customer_name, customer_email, customer_phone, ip_address, card_holder_name,
                       card_token, card_correlation_id, description, refund_note) > 0`;
  if (named.length === 0) return;
  const some = named.map(({ rootId }) => rootId);
  const customers = await findPayersOf(sql, companyId, some);
  const counts = await erasePayments(sql, { companyId, requestId: retentionId, auditSeal, now }, some);
  const gone = await eraseUnpaidCustomers(sql, companyId, customers);
  await eraseCustomerNotes(sql, companyId, gone);
  await writeAuditEvent(sql, {
    at: now,
    companyId,
    actorKind: 'system',
    actor: 'retention',
    ip: '',
    userAgent: '',
    act: 'eraseOldPayers',
    outcome: 'allowed',
    detail: { days, counts: { ...counts, customers: gone.length } },
    requestId: '',
  });
}

/** Of the proofs beside the audit: these erasures have no request. */
const retentionId = '00000000-0000-0000-0000-000000000000';

import { type TenantSql, inTenant } from '#database/tenant.ts';
import type { Job } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import type { TransactionType } from '#shared/payments/transaction-kind.ts';
import { type EndedTransaction, doOrQueue } from '../settlement-work.ts';
import { findTransaction, insertTransaction, newTrace, nextTransactionId } from '../db/transactions.ts';
import { suspendedLifeMs } from '../../follow-up.ts';
import { addMs } from '#server/clock.ts';
import { endTransaction, endUnauthorised } from '../end-transaction.ts';
import { inheritColumns, originalColumns } from '../follow-up.ts';

/** Expires authorisations and deferred payouts not completed or released within seven days (docs/domain.md#expiry). */
export const expirePreauths: Job = {
  name: 'expire-preauths',
  everySeconds: 60,
  ofCompany: {
    nextDue: (sql, after) => sql<{ at: Date | null }[]>`
      select min(expires_at) as at from payment where expires_at > ${after}`,
  },
  run: (services) => expireInBatches(services, expireDuePreauths),
};

async function expireDuePreauths(sql: TenantSql, services: Services, now: Date): Promise<number> {
  const duePayments = await sql<
    { txnId: number; companyId: number; type: TransactionType; hasTask: boolean }[]
  >`
    update payment p set expires_at = null, version = p.version + 1
    from (
      select root_id, company_id from payment
      where expires_at <= ${now} and in_progress is null and not ${services.reviewTasks.isUndecided(sql, sql`payment`, now)}
      order by expires_at limit 100 for update skip locked
    ) due
    join txn t on t.txn_id = due.root_id and t.company_id = due.company_id
    where p.root_id = due.root_id and p.company_id = due.company_id
    returning p.root_id as txn_id, p.company_id, t.txn_type as type,
              coalesce(t.detail ? 'deferral', false) as has_task`;
  for (const { txnId, companyId, type, hasTask } of duePayments) {
    const ended = { services, companyId, txnId, now };
    if (type === 'PAYOUT_INITIALIZE') await expirePayout(sql, ended, await nextTransactionId(services));
    else await expireTransaction(sql, ended, true);
    if (hasTask) await doOrQueue(sql, ended, { kind: 'TASK', change: 'EXPIRED' });
  }
  return duePayments.length;
}

/** Ends a deferred payout by time: a PAYOUT_VOID is written, and the payout is EXPIRED (docs/domain.md#expiry). */
async function expirePayout(sql: TenantSql, ended: EndedTransaction, voidId: number): Promise<void> {
  const { companyId, txnId, now } = ended;
  const original = await findTransaction(sql, companyId, txnId);
  if (!original) throw new Error(`transaction ${txnId} vanished`);
  const row = {
    ...inheritColumns(original),
    ...originalColumns(original),
    txnId: voidId,
    companyId,
    rootId: original.rootId,
    relatedId: txnId,
    merchantId: original.merchantId,
    installationId: original.installationId,
    requestedMinor: original.requestedMinor,
    amountMinor: original.requestedMinor,
    ccyCode: original.ccyCode,
    txnType: 'PAYOUT_VOID',
    txnStatus: 'SUCCESS',
    txnStage: 'COMPLETE',
    reasonCode: 'S100',
    merchantName: String(original.merchantName),
    salesChannel: String(original.salesChannel),
    commerceType: String(original.commerceType),
    trace: newTrace(),
    detail: { merchantInitiated: true, callbacks: original.detail.callbacks },
  } as const;
  await insertTransaction(sql, row, now);
  await sql`
    update payment set voided_by = ${voidId}, version = version + 1
    where root_id = ${txnId} and company_id = ${companyId}`;
  const end = {
    status: 'SUCCESS',
    reasonCode: 'S100',
    isReportedByOther: true,
    savesResponse: false,
  } as const;
  await endTransaction(sql, { ...ended, txnId: voidId }, end);
  await expireTransaction(sql, ended, true);
}

/** Expires payments that wait for customer or merchant longer than 25 minutes: T100 (docs/domain.md#expiry). */
export const expireSuspended: Job = {
  name: 'expire-suspended',
  everySeconds: 60,
  ofCompany: {
    nextDue: (sql, after) => sql<{ at: Date | null }[]>`
      select min(updated_at) + make_interval(secs => ${suspendedLifeMs / 1000}) as at from txn
      where txn_status like 'SUSPENDED%' and updated_at > ${addMs(after, -suspendedLifeMs)}`,
  },
  run: (services) => expireInBatches(services, expireDueSuspended),
};

/** A payment that waits for the processor has an open intent: the sweeper resolves it. */
async function expireDueSuspended(sql: TenantSql, services: Services, now: Date): Promise<number> {
  const duePayments = await sql<{ txnId: number; companyId: number }[]>`
    select t.txn_id, t.company_id from txn t
    where t.txn_status like 'SUSPENDED%' and t.updated_at <= ${addMs(now, -suspendedLifeMs)}
      and not exists (
        select from processor_intent i
        where i.txn_id = t.txn_id and i.company_id = t.company_id and i.state <> 'DONE')
    order by t.updated_at limit 100 for update of t skip locked`;
  let expired = 0;
  for (const { txnId, companyId } of duePayments) {
    if (await hasOpenIntent(sql, companyId, txnId)) continue;
    await expireTransaction(sql, { services, companyId, txnId, now }, false);
    expired += 1;
  }
  return expired;
}

/** Read under the transaction's lock: a replay may have started since the rows were chosen. */
async function hasOpenIntent(sql: TenantSql, companyId: number, txnId: number): Promise<boolean> {
  const openIntents = await sql`
    select 1 from processor_intent where txn_id = ${txnId} and company_id = ${companyId} and state <> 'DONE'`;
  return openIntents.length > 0;
}

/** `expireSome` expires up to 100 payments and returns how many. */
async function expireInBatches(
  services: Services,
  expireSome: (sql: TenantSql, services: Services, now: Date) => Promise<number>,
): Promise<void> {
  const now = services.clock.now();
  const expireBatch = () =>
    inTenant(services.database, 'all-tenants', (sql) => expireSome(sql, services, now));
  while ((await expireBatch()) > 0);
}

/** Ends a transaction by time. It moved no money. */
async function expireTransaction(
  sql: TenantSql,
  ended: EndedTransaction,
  isReleased: boolean,
): Promise<void> {
  const end = { status: 'EXPIRED', reasonCode: 'T100', savesResponse: false, isReleased } as const;
  await endUnauthorised(sql, ended, end);
}

import { inTenant } from '#database/tenant.ts';
import { hourMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { notifyOperator } from '#server/mail/report-to-operator.ts';
import type { Services } from '#server/services.ts';
import { type SettlementWork, errorText, firstRetryMs, performWork } from '../settlement-work.ts';

interface QueuedWork {
  companyId: number;
  workId: string;
  txnId: number;
  work: SettlementWork;
  endedAt: Date;
  attempts: number;
}

/** About five minutes after the first attempt. */
const reportAfterAttempts = 7;

/** Retries the failed work of settlements, with a back-off of up to an hour, until it succeeds. */
export const retrySettlementWork: Job = {
  name: 'retry-settlement-work',
  everySeconds: 5,
  ofCompany: {
    waiting: [{ table: 'settlement_work', column: 'next_attempt_at', open: 'true' }],
  },
  async run(services) {
    for (let dueWork = await leaseDue(services); dueWork.length > 0; dueWork = await leaseDue(services)) {
      for (const queued of dueWork) await retry(services, queued);
    }
  },
};

/** Postpones the next attempt before this one, so that no other worker makes this one too. */
async function leaseDue({ database, clock }: Services): Promise<QueuedWork[]> {
  const now = clock.now();
  const leased = await inTenant(
    database,
    'all-tenants',
    (sql) => sql<QueuedWork[]>`
      update settlement_work w
      set attempts = w.attempts + 1,
          next_attempt_at = ${now}::timestamptz
            + make_interval(secs => least(${firstRetryMs} / 1000.0 * power(2, least(w.attempts, 20)), ${hourMs / 1000}))
      from (
        select company_id, work_id from settlement_work where next_attempt_at <= ${now}
        order by next_attempt_at limit 50 for update skip locked
      ) due
      where w.company_id = due.company_id and w.work_id = due.work_id
      returning w.company_id, w.work_id, w.txn_id, w.work,
                w.ended_at, w.attempts`,
  );
  return leased.toSorted((a, b) => a.endedAt.getTime() - b.endedAt.getTime());
}

/** The work and the deletion of its row in one transaction: done once, also after a crash. */
async function retry(services: Services, queued: QueuedWork): Promise<void> {
  const { companyId, workId, txnId, work, endedAt } = queued;
  try {
    await inTenant(services.database, [companyId], async (sql) => {
      const deleted = await sql`
        delete from settlement_work where company_id = ${companyId} and work_id = ${workId} returning 1`;
      if (deleted.length > 0) await performWork(sql, { services, companyId, txnId, now: endedAt }, work);
    });
  } catch (error) {
    services.log.error({ err: error, transactionId: txnId, kind: work.kind }, 'settlement work failed');
    await recordFailure(services, queued, errorText(error));
  }
}

async function recordFailure(services: Services, queued: QueuedWork, error: string): Promise<void> {
  const { companyId, workId, txnId: transactionId, work, attempts } = queued;
  const isStuck = attempts >= reportAfterAttempts;
  await inTenant(services.database, [companyId], async (sql) => {
    const [row] = await sql<{ isNew: boolean }[]>`
      update settlement_work w
      set last_error = ${error},
          reported_at = case when ${isStuck} then coalesce(w.reported_at, ${services.clock.now()}) end
      from settlement_work before
      where w.company_id = ${companyId} and w.work_id = ${workId}
        and before.company_id = w.company_id and before.work_id = w.work_id
      returning before.reported_at is null and w.reported_at is not null as is_new`;
    if (row?.isNew)
      await notifyOperator(sql, services, { companyId, transactionId, kind: work.kind, attempts, error });
  });
}

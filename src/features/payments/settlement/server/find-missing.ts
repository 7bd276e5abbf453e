import { type TenantSql, inTenant } from '#database/tenant.ts';
import { sandboxConnectionId } from '#integrations/processors/processors.ts';
import { addMs, dayMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { settlementDays } from '../difference.ts';
import { loadProgress } from './db/report-table.ts';
import { settlingKinds } from './line-kinds.ts';

/** The ledger that one transaction compares: the first reports of a connection may go back by years. */
const maxStepMs = dayMs;

/**
 * Finds money that moved and is in no report after some days (docs/domain.md#settlement-differences), from the first line of the
 * connection's reports on. A transaction has one such difference at most.
 */
export const findMissingSettlements: Job = {
  name: 'find-missing-settlements',
  everySeconds: 3600,
  async run({ database, clock }) {
    const now = clock.now();
    const end = addMs(now, -settlementDays * dayMs);
    for (const { connectionId, coversFrom, checkedUntil } of await loadProgress(database)) {
      if (!coversFrom) continue;
      let from = checkedUntil && checkedUntil > coversFrom ? checkedUntil : coversFrom;
      while (from < end) {
        const stepEnd = addMs(from, maxStepMs);
        const until = stepEnd < end ? stepEnd : end;
        await inTenant(database, 'all-tenants', (sql) =>
          insertMissing(sql, connectionId, { from, until, now }),
        );
        from = until;
      }
    }
  },
};

async function insertMissing(
  sql: TenantSql,
  connectionId: number,
  { from, until, now }: { from: Date; until: Date; now: Date },
): Promise<void> {
  await sql`
    insert into settlement_difference (company_id, connection_id, kind, txn_id, merchant_id, reference, ours_minor,
      ours_currency, found_at)
    select t.company_id, ${connectionId}, 'MISSING', t.txn_id, t.merchant_id, t.txn_id::text,
           case when l.kind = 'CAPTURE' then l.amount_minor else -l.amount_minor end, l.ccy_code, ${now}
    from ledger_entry l
    join txn t on t.txn_id = l.txn_id and t.company_id = l.company_id
    where l.at >= ${from} and l.at < ${until} and l.kind in ('CAPTURE', 'REFUND', 'PAYOUT')
      and t.txn_status = 'SUCCESS' and coalesce(t.connection_id, ${sandboxConnectionId}) = ${connectionId}
      and not exists (
        select 1 from settlement_line s join settlement_report r on r.report_id = s.report_id
        where s.txn_id = t.txn_id and r.state = 'IMPORTED' and s.kind = any (${settlingKinds as string[]}))
    on conflict do nothing`;
  await sql`update settlement_progress set checked_until = ${until} where connection_id = ${connectionId}`;
}

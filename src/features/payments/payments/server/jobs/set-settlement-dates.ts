import { addDays, weekdayOf } from '#shared/calendar-day.ts';
import { startOfDayIn, zonedDate } from '#shared/zoned-day.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { defaultZone, zoneColumn } from '#server/time/zone-of-organisation.ts';
import { addMs, hourMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { touchColumns } from '../db/transactions.ts';

const batch = 500;
/** A backlog is worked off over several runs, which keeps each of them short. */
const batchesPerRun = 40;
/** Of the settlement day, by the merchant's clock. */
const settlementTime = '06:00';

interface Cursor {
  at: Date;
  txnId: number;
}

/**
 * Money that moved settles on the next business day, Monday to Friday, at six in the morning by the merchant's clock. A
 * second run, or two workers at once, change nothing twice.
 */
export const setSettlementDates: Job = {
  name: 'set-settlement-dates',
  everySeconds: 300,
  ofCompany: {},
  async run({ database, clock }) {
    const now = clock.now();
    const inTransaction = <T>(query: (sql: TenantSql) => Promise<T>) =>
      inTenant(database, 'all-tenants', query);
    const dueUntil = await inTransaction((sql) => latestDue(sql, now));
    let from: Cursor | undefined = { at: new Date(0), txnId: 0 };
    for (let n = 0; n < batchesPerRun && from; n += 1) {
      const cursor: Cursor = from;
      from = await inTransaction((sql) => settleBatch(sql, cursor, dueUntil, now));
    }
  },
};

/** No transaction received since then can be due in any zone, so newer ones are not read. */
async function latestDue(sql: TenantSql, now: Date): Promise<Date> {
  const rows = await sql<{ zone: string }[]>`
    select distinct time_zone as zone from organisation where time_zone is not null`;
  const zones = [defaultZone, ...rows.map(({ zone }) => zone)];
  // An hour less than the settlement time: clocks change at night.
  const starts = zones.map((zone) => {
    const today = zonedDate(addMs(now, -5 * hourMs), zone);
    const sinceFriday = Math.max(0, weekdayOf(today) - 4);
    return startOfDayIn(addDays(today, -sinceFriday), zone).getTime();
  });
  return new Date(Math.max(...starts));
}

/** Returns where the next batch begins; undefined after the last one. */
async function settleBatch(
  sql: TenantSql,
  from: Cursor,
  dueUntil: Date,
  now: Date,
): Promise<Cursor | undefined> {
  const transactions = await sql<
    { at: Date; txnId: number; companyId: number; day: string; isDue: boolean }[]
  >`
    with unsettled as (
      select t.txn_id, t.company_id, t.txn_datetime, t.merchant_id from txn t
      where t.gateway_settlement is null and t.txn_status = 'SUCCESS'
        and t.txn_type in ('PAYMENT', 'REPEAT', 'CAPTURE', 'REFUND', 'PAYOUT', 'PAYOUT_COMPLETE')
        and (t.txn_datetime, t.txn_id) > (${from.at}, ${from.txnId}) and t.txn_datetime < ${dueUntil}
      order by t.txn_datetime, t.txn_id limit ${batch}
    ), zoned as (
      select u.*, l.at as moved_at, ${zoneColumn(sql, sql`u.merchant_id`)} as zone
      from unsettled u join ledger_entry l on l.txn_id = u.txn_id and l.company_id = u.company_id
        and l.kind in ('CAPTURE', 'REFUND', 'PAYOUT')
    ), dated as (
      select *, day + case extract(isodow from day) when 5 then 3 when 6 then 2 else 1 end as settles_on
      from (select *, (moved_at at time zone zone)::date as day from zoned) with_day
    )
    select txn_datetime as at, txn_id, company_id, settles_on::text as day,
           (settles_on + ${settlementTime}::time) at time zone zone <= ${now} as is_due
    from dated order by txn_datetime, txn_id`;
  const dueTransactions = transactions.filter(({ isDue }) => isDue);
  if (dueTransactions.length > 0) {
    await sql`
      with was as (
        select t.txn_id, t.company_id, t.txn_status, t.reason_code, d.day
        from unnest(${dueTransactions.map(({ txnId }) => txnId)}::bigint[], ${dueTransactions.map(({ companyId }) => companyId)}::integer[],
                    ${dueTransactions.map(({ day }) => day)}::date[]) as d (txn_id, company_id, day)
        join txn t on t.txn_id = d.txn_id and t.company_id = d.company_id
        where t.gateway_settlement is null for update of t
      ), changed as (
        update txn t set gateway_settlement = was.day, ${touchColumns(sql, now)}
        from was where t.txn_id = was.txn_id and t.company_id = was.company_id
        returning t.*
      )
      select 1 from changed`;
  }
  const last = transactions.at(-1);
  return transactions.length === batch && last ? { at: last.at, txnId: last.txnId } : undefined;
}

import type { TenantSql } from '#database/tenant.ts';
import type { LineGroup } from '../line-group.ts';
import type { LeasedReport } from './db/report-table.ts';
import { groupKinds } from './line-kinds.ts';

/** Makes batches, payouts and differences of a report's lines, once, in the transaction that shows the report as imported. */
export async function finishReport(sql: TenantSql, report: LeasedReport, now: Date): Promise<void> {
  await insertBatches(sql, report);
  await insertPayouts(sql, report);
  await insertFindings(sql, report, now);
  await reconcileBatches(sql, report, now);
  await extendCoverage(sql, report);
}

/** Without a payment to the bank the day is that of the last line, until the processor reports one. */
async function insertBatches(sql: TenantSql, { reportId }: LeasedReport): Promise<void> {
  await sql`
    insert into settlement_batch (report_id, batch, currency, net_minor, paid_minor, paid_on, state)
    select ${reportId}, batch, net_currency, coalesce(sum(net_minor) filter (where kind <> 'BANK_PAYOUT'), 0),
           -sum(net_minor) filter (where kind = 'BANK_PAYOUT'),
           coalesce(max(paid_on) filter (where kind = 'BANK_PAYOUT'), max(booked_at at time zone 'UTC')::date), 'OPEN'
    from settlement_line where report_id = ${reportId}
    group by batch, net_currency`;
}

/** The amount before fees, in the currency of the payout. */
const grossInNet = (sql: TenantSql) => sql`
  (l.net_minor + l.commission_minor + l.markup_minor + l.scheme_fees_minor + l.interchange_minor)`;

async function insertPayouts(sql: TenantSql, { reportId }: LeasedReport): Promise<void> {
  const ofGroup = (group: LineGroup) => sql`filter (where l.kind = any (${groupKinds[group] as string[]}))`;
  const sumAndCount = (group: LineGroup) =>
    sql`coalesce(sum(${grossInNet(sql)}) ${ofGroup(group)}, 0), count(*) ${ofGroup(group)}`;
  await sql`
    insert into merchant_payout (company_id, batch_id, merchant_id, installation_id, currency, paid_on, payments_minor, payments,
      refunds_minor, refunds, chargebacks_minor, chargebacks, other_minor, other, commission_minor, markup_minor,
      scheme_fees_minor, interchange_minor, net_minor)
    select l.company_id, b.batch_id, l.merchant_id, l.installation_id, b.currency, b.paid_on,
           ${sumAndCount('payments')}, ${sumAndCount('refunds')}, ${sumAndCount('chargebacks')}, ${sumAndCount('other')},
           sum(l.commission_minor), sum(l.markup_minor), sum(l.scheme_fees_minor), sum(l.interchange_minor), sum(l.net_minor)
    from settlement_line l
    join settlement_batch b on b.report_id = l.report_id and b.batch = l.batch and b.currency = l.net_currency
    where l.report_id = ${reportId} and l.installation_id is not null
    group by l.company_id, b.batch_id, l.merchant_id, l.installation_id, b.currency, b.paid_on`;
}

/** The findings of matching, as differences. */
async function insertFindings(
  sql: TenantSql,
  { reportId, connectionId }: LeasedReport,
  now: Date,
): Promise<void> {
  await sql`
    insert into settlement_difference (company_id, connection_id, kind, report_id, line_number, txn_id, merchant_id, reference,
      ours_minor, ours_currency, theirs_minor, theirs_currency, found_at)
    select l.company_id, ${connectionId}, l.finding, l.report_id, l.line_number, l.txn_id, l.merchant_id,
           left(coalesce(l.reference, l.payment_reference, l.gateway_reference), 100), t.requested_minor * t.direction, t.ccy_code,
           l.gross_minor, l.gross_currency, ${now}
    from settlement_line l
    left join txn t on t.txn_id = l.txn_id and t.company_id = l.company_id
    where l.report_id = ${reportId} and l.finding is not null`;
}

/**
 * Compares the net lines of each batch of a report with what went to the bank. It is repeated when the processor reports the
 * payment to the bank later. A difference that a person has closed stays closed.
 */
export async function reconcileBatches(
  sql: TenantSql,
  { connectionId, name }: Pick<LeasedReport, 'connectionId' | 'name'>,
  now: Date,
): Promise<void> {
  await sql`
    with paid as (
      select b.batch_id, p.amount_minor, p.paid_on
      from settlement_report r
      join settlement_batch b on b.report_id = r.report_id
      join settlement_bank_payout p on p.connection_id = r.connection_id and p.report_name = r.name and p.currency = b.currency
      where r.connection_id = ${connectionId} and r.name = ${name}
    ), batch as (
      update settlement_batch b set paid_minor = paid.amount_minor, paid_on = paid.paid_on
      from paid where b.batch_id = paid.batch_id
      returning b.batch_id, b.report_id, b.paid_on
    ), redated as (
      update settlement_report r set dated_to = 0
      where r.report_id in (select report_id from batch)
    )
    update merchant_payout m set paid_on = batch.paid_on
    from batch where m.batch_id = batch.batch_id and m.paid_on <> batch.paid_on`;
  await sql`
    with compared as (
      update settlement_batch b
      set state = case when b.paid_minor is null then 'OPEN' when b.paid_minor = b.net_minor then 'RECONCILED' else 'DIFFERENT' end
      from settlement_report r
      where r.report_id = b.report_id and r.connection_id = ${connectionId} and r.name = ${name}
      returning b.*
    )
    insert into settlement_difference (company_id, connection_id, kind, report_id, batch_id, reference, ours_minor, ours_currency,
      theirs_minor, theirs_currency, found_at)
    select 0, ${connectionId}, 'PAYOUT', report_id, batch_id, batch, net_minor, currency, paid_minor, currency, ${now}
    from compared where state = 'DIFFERENT'
    on conflict do nothing`;
}

/**
 * Money that moved before the first line of a connection's reports is not missing in them. A report of an earlier time, imported
 * late, has the money since its first line looked for again.
 */
async function extendCoverage(sql: TenantSql, { reportId, connectionId }: LeasedReport): Promise<void> {
  await sql`
    insert into settlement_progress as p (connection_id, covers_from)
    select ${connectionId}, min(booked_at) from settlement_line where report_id = ${reportId} and txn_id is not null
    having min(booked_at) is not null
    on conflict (connection_id) do update set covers_from = least(p.covers_from, excluded.covers_from),
      checked_until = case when excluded.covers_from < p.covers_from then null else p.checked_until end`;
}

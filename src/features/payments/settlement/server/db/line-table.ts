import type { TenantSql } from '#database/tenant.ts';
import type { MatchedLine } from '../match-lines.ts';

/** Lines in their order; the first one gets the number `first`. */
export async function insertLines(
  sql: TenantSql,
  reportId: number,
  first: number,
  lines: readonly MatchedLine[],
): Promise<void> {
  const column = <T>(read: (matched: MatchedLine) => T): T[] => lines.map(read);
  await sql`
    insert into settlement_line (report_id, line_number, company_id, txn_id, merchant_id, installation_id, batch, kind, type,
      booked_at, reference, payment_reference, gateway_reference, gross_minor, gross_currency, net_minor, net_currency,
      exchange_rate, commission_minor, markup_minor, scheme_fees_minor, interchange_minor, paid_on, finding, as_read)
    select ${reportId}, ${first} - 1 + ordinality, company_id, txn_id, merchant_id, installation_id, batch, kind, type, booked_at,
      reference, payment_reference, gateway_reference, gross_minor, gross_currency, net_minor, net_currency, exchange_rate,
      commission_minor, markup_minor, scheme_fees_minor, interchange_minor, paid_on, finding, as_read
    from rows from (
      unnest(${column(({ transaction }) => transaction?.companyId ?? 0)}::integer[]),
      unnest(${column(({ transaction }) => transaction?.txnId ?? null)}::bigint[]),
      unnest(${column(({ transaction }) => transaction?.merchantId ?? null)}::integer[]),
      unnest(${column(({ transaction }) => transaction?.installationId ?? null)}::integer[]),
      unnest(${column(({ line }) => line.batch)}::text[]),
      unnest(${column(({ line }) => line.kind)}::text[]),
      unnest(${column(({ line }) => line.type)}::text[]),
      unnest(${column(({ line }) => line.at)}::timestamptz[]),
      unnest(${column(({ line }) => line.reference ?? null)}::text[]),
      unnest(${column(({ line }) => line.paymentReference ?? null)}::text[]),
      unnest(${column(({ line }) => line.gatewayReferences[0] ?? null)}::text[]),
      unnest(${column(({ line }) => line.grossMinor)}::bigint[]),
      unnest(${column(({ line }) => line.grossCurrency)}::text[]),
      unnest(${column(({ line }) => line.netMinor)}::bigint[]),
      unnest(${column(({ line }) => line.netCurrency)}::text[]),
      unnest(${column(({ line }) => line.exchangeRate ?? null)}::numeric[]),
      unnest(${column(({ line }) => line.fees.commissionMinor)}::bigint[]),
      unnest(${column(({ line }) => line.fees.markupMinor)}::bigint[]),
      unnest(${column(({ line }) => line.fees.schemeFeesMinor)}::bigint[]),
      unnest(${column(({ line }) => line.fees.interchangeMinor)}::bigint[]),
      unnest(${column(({ line }) => line.paidOn ?? null)}::date[]),
      unnest(${column(({ finding }) => finding)}::text[]),
      unnest(${column(({ line }) => line.asRead)}::text[])
    ) with ordinality as l (company_id, txn_id, merchant_id, installation_id, batch, kind, type, booked_at, reference,
      payment_reference, gateway_reference, gross_minor, gross_currency, net_minor, net_currency, exchange_rate,
      commission_minor, markup_minor, scheme_fees_minor, interchange_minor, paid_on, finding, as_read, ordinality)`;
}

/** Deletes some lines of a report that is not imported. Returns whether there may be more. */
export async function deleteLines(sql: TenantSql, reportId: number): Promise<boolean> {
  const max = 20_000;
  const deleted = await sql`
    delete from settlement_line where ctid = any (array(
      select ctid from settlement_line where report_id = ${reportId} limit ${max}))`;
  return deleted.count === max;
}

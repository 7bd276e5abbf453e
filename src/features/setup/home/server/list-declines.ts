import { formatMinor } from '#shared/money.ts';
import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import {
  type MerchantScope,
  merchantScope,
  scopeCondition,
} from '#features/record/reporting/server/merchant-scope.ts';
import { hourMs } from '#server/clock.ts';
import { handle } from '#server/handler.ts';
import { authorisedTypes } from '../activity-rules.ts';
import { declinesPageSize, listDeclines as endpoint } from '../endpoints.ts';
import { listDeclines as schemas } from '../schemas.ts';

interface Row {
  txnId: number;
  at: Date;
  type: string;
  minor: number;
  currency: string;
  reference: string | null;
}

interface Query {
  from: string;
  until: string;
  reasonCode: string;
  responses: readonly { statusCode: string | null; scheme: string | null }[];
  before?: string;
}

/** The payments behind a reason of `getActivity`, counted in the same way. */
export const listDeclines = handle(endpoint, schemas, async ({ sql, services, caller, body }) => {
  const scope = await merchantScope(services, caller, body.orgIds, [['P_VIEW_TRANSACTIONS_NGPORTAL']]);
  const rows =
    body.reasonCode === 'D100'
      ? await findIssuerDeclines(sql, scope, body)
      : await findOwnDeclines(sql, scope, body);
  return {
    payments: rows.slice(0, declinesPageSize).map(({ txnId, at, type, minor, currency, reference }) => ({
      transactionId: String(txnId),
      at: at.toISOString(),
      type,
      amount: formatMinor(minor, currency),
      currency,
      merchantReference: reference,
    })),
    hasMore: rows.length > declinesPageSize,
  };
});

const columns = (sql: TenantSql): Fragment => sql`
  t.txn_id, t.txn_datetime as at, t.txn_type as type, t.requested_minor as minor, t.ccy_code as currency,
  t.merch_ref as reference`;

/** Selects attempts in the interval that are older than the last payment of the previous page. */
function buildCondition(sql: TenantSql, scope: MerchantScope, { from, until, before }: Query): Fragment {
  const older =
    before === undefined
      ? sql``
      : sql`and (t.txn_datetime, t.txn_id) < (
          select txn_datetime, txn_id from txn where txn_id = ${Number(before)} and ${scopeCondition(sql, scope)})`;
  return sql`
    ${scopeCondition(sql, scope)} and t.txn_type = any (${[...authorisedTypes]})
    and t.txn_datetime >= ${from}::timestamptz and t.txn_datetime < ${until}::timestamptz ${older}`;
}

/** From the index of declined payments. */
function findIssuerDeclines(sql: TenantSql, scope: MerchantScope, query: Query): Promise<Row[]> {
  const codes = query.responses.map(({ statusCode }) => statusCode);
  const schemes = query.responses.map(({ scheme }) => scheme);
  return sql<Row[]>`
    select ${columns(sql)} from txn t
    where ${buildCondition(sql, scope, query)} and t.reason_code = 'D100' and exists (
      select from unnest(${codes}::text[], ${schemes}::text[]) as one (code, scheme)
      where one.code is not distinct from t.authoriser_code and one.scheme is not distinct from t.card_scheme)
    order by t.txn_datetime desc, t.txn_id desc limit ${declinesPageSize + 1}`;
}

/**
 * The roll-ups name the hours that have such payments, so that only those are read. The first and the last hour can have
 * them outside the page, hence three hours more than rows.
 */
function findOwnDeclines(sql: TenantSql, scope: MerchantScope, query: Query): Promise<Row[]> {
  const { from, until, reasonCode, before } = query;
  const first = new Date(Math.floor(Date.parse(from) / hourMs) * hourMs).toISOString();
  const last =
    before === undefined
      ? sql`${until}::timestamptz`
      : sql`(select txn_datetime from txn where txn_id = ${Number(before)} and ${scopeCondition(sql, scope)})`;
  const same = sql`txn_type = any (${[...authorisedTypes]}) and txn_status = 'FAILED' and reason_code = ${reasonCode}`;
  return sql<Row[]>`
    with counted (begins, number) as (
      select bucket, number from txn_total
      where company_id = any (${scope.tenantIds}) and node_id = any (${scope.merchants ?? scope.tenantIds})
        and granularity = 'hour' and bucket >= ${first}::timestamptz and bucket <= ${last} and ${same}
      union all
      select date_trunc('hour', at, 'UTC'), change from txn_total_change
      where ${scopeCondition(sql, scope)} and at >= ${first}::timestamptz and at <= ${last} and ${same}
    ), hour as (
      select begins from counted group by begins having sum(number) > 0
      order by begins desc limit ${declinesPageSize + 3}
    )
    select ${columns(sql)} from hour join txn t
      on t.txn_datetime >= hour.begins and t.txn_datetime < hour.begins + interval '1 hour'
    where ${buildCondition(sql, scope, query)} and t.txn_status = 'FAILED' and coalesce(t.reason_code, '') = ${reasonCode}
    order by t.txn_datetime desc, t.txn_id desc limit ${declinesPageSize + 1}`;
}

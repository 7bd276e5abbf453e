import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type MerchantScope, scopeCondition } from '#features/record/reporting/server/merchant-scope.ts';
import { hourMs } from '#server/clock.ts';
import { handle } from '#server/handler.ts';
import { authorisedTypes } from '../activity-rules.ts';
import { listDeclines as endpoint } from '../endpoints.ts';
import { listDeclines as schemas } from '../schemas.ts';
import { activityScope } from './activity-scope.ts';
import {
  type PanelQuery,
  type PanelRow,
  buildInterval,
  panelColumns,
  panelLimit,
  toPage,
} from './panel-page.ts';

interface Query extends PanelQuery {
  reasonCode: string;
  responses: readonly { statusCode: string | null; scheme: string | null }[];
}

/** The payments behind a reason of `getActivity`, counted in the same way. */
export const listDeclines = handle(endpoint, schemas, async ({ sql, services, caller, body }) => {
  const scope = await activityScope(services, caller, body.orgIds);
  return toPage(
    body.reasonCode === 'D100'
      ? await findIssuerDeclines(sql, scope, body)
      : await findOwnDeclines(sql, scope, body),
  );
});

/** The attempts of them. */
const buildCondition = (sql: TenantSql, scope: MerchantScope, query: Query): Fragment =>
  sql`${buildInterval(sql, scope, query)} and t.txn_type = any (${[...authorisedTypes]})`;

/** From the index of declined payments. */
function findIssuerDeclines(sql: TenantSql, scope: MerchantScope, query: Query): Promise<PanelRow[]> {
  const codes = query.responses.map(({ statusCode }) => statusCode);
  const schemes = query.responses.map(({ scheme }) => scheme);
  return sql<PanelRow[]>`
    select ${panelColumns(sql)} from txn t
    where ${buildCondition(sql, scope, query)} and t.reason_code = 'D100' and exists (
      select from unnest(${codes}::text[], ${schemes}::text[]) as one (code, scheme)
      where one.code is not distinct from t.authoriser_code and one.scheme is not distinct from t.card_scheme)
    order by t.txn_datetime desc, t.txn_id desc limit ${panelLimit}`;
}

/**
 * The roll-ups name the hours that have such payments, so that only those are read. The first and the last hour can have
 * them outside the page, hence three hours more than rows.
 */
function findOwnDeclines(sql: TenantSql, scope: MerchantScope, query: Query): Promise<PanelRow[]> {
  const { from, until, reasonCode, before } = query;
  const first = new Date(Math.floor(Date.parse(from) / hourMs) * hourMs).toISOString();
  const last =
    before === undefined
      ? sql`${until}::timestamptz`
      : sql`(select txn_datetime from txn where txn_id = ${Number(before)} and ${scopeCondition(sql, scope)})`;
  const same = sql`txn_type = any (${[...authorisedTypes]}) and txn_status = 'FAILED' and reason_code = ${reasonCode}`;
  return sql<PanelRow[]>`
    with counted (begins, number) as (
      select bucket, number from txn_total
      where company_id = any (${scope.tenantIds}) and node_id = any (${scope.merchants ?? scope.tenantIds})
        and granularity = 'hour' and bucket >= ${first}::timestamptz and bucket <= ${last} and ${same}
      union all
      select date_trunc('hour', at, 'UTC'), change from txn_total_change
      where ${scopeCondition(sql, scope)} and at >= ${first}::timestamptz and at <= ${last} and ${same}
    ), hour as (
      select begins from counted group by begins having sum(number) > 0
      order by begins desc limit ${panelLimit + 2}
    )
    select ${panelColumns(sql)} from hour join txn t
      on t.txn_datetime >= hour.begins and t.txn_datetime < hour.begins + interval '1 hour'
    where ${buildCondition(sql, scope, query)} and t.txn_status = 'FAILED' and coalesce(t.reason_code, '') = ${reasonCode}
    order by t.txn_datetime desc, t.txn_id desc limit ${panelLimit}`;
}

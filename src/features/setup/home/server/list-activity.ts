import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { handle } from '#server/handler.ts';
import { type Part, measured } from '../activity-rules.ts';
import { listActivity as endpoint } from '../endpoints.ts';
import { listActivity as schemas } from '../schemas.ts';
import { activityScope } from './activity-scope.ts';
import { breakdownColumn } from './get-breakdown.ts';
import { type PanelRow, buildInterval, panelColumns, panelLimit, toPage } from './panel-page.ts';

/** The transactions behind a mark of the chart, counted in the same way. */
export const listActivity = handle(endpoint, schemas, async ({ sql, services, caller, body }) => {
  const { measure, currency, part } = body;
  const scope = await activityScope(services, caller, body.orgIds);
  const { types, statuses } = measured[measure];
  return toPage(
    await sql<PanelRow[]>`
        select ${panelColumns(sql)} from txn t
        where ${buildInterval(sql, scope, body)} and t.txn_type = any (${[...types]})
          and t.txn_status = any (${[...statuses]})
          ${currency === undefined ? sql`` : sql`and t.ccy_code = ${currency}`}
          ${part === undefined ? sql`` : isPart(sql, part)}
        order by t.txn_datetime desc, t.txn_id desc limit ${panelLimit}`,
  );
});

function isPart(sql: TenantSql, { by, values }: Part): Fragment {
  const column = breakdownColumn(sql, by);
  const known = values.filter((value) => value !== null);
  return sql`and (${column} = any (${known}) ${values.includes(null) ? sql`or ${column} is null` : sql``})`;
}

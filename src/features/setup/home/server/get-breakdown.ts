import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { scopeCondition } from '#features/record/reporting/server/merchant-scope.ts';
import { handle } from '#server/handler.ts';
import { type Breakdown, measured } from '../activity-rules.ts';
import { getBreakdown as endpoint } from '../endpoints.ts';
import { getBreakdown as schemas } from '../schemas.ts';
import { activityScope, loadFacts, readStarts } from './activity-scope.ts';

/** Transactions that one request reads. The roll-ups have the number before. */
const maxRows = 150_000;

/** The column of a breakdown, as text. */
export const breakdownColumn = (sql: TenantSql, by: Breakdown): Fragment =>
  ({
    brand: sql`payment_product`,
    channel: sql`sales_channel`,
    installation: sql`installation_id::text`,
  })[by];

export const getBreakdown = handle(endpoint, schemas, async ({ sql, services, caller, body }) => {
  const { by, currency } = body;
  const starts = readStarts(body.starts);
  const scope = await activityScope(services, caller, body.orgIds);
  const [from = 0, until = 0] = [starts[0], starts.at(-1)];
  const counted = await loadFacts(sql, scope, [from, until]);
  if (counted.reduce((sum, { number }) => sum + number, 0) > maxRows) return { isTooLong: true, values: [] };
  const { types, statuses } = measured[currency === undefined ? 'attempts' : 'taken'];
  const bounds = starts.map((at) => new Date(at).toISOString());
  const rows = await sql<{ value: string | null; name: string | null; bucket: number; number: number }[]>`
    select part.value, o.name, part.bucket, part.number
    from (
      select ${breakdownColumn(sql, by)} as value,
             width_bucket(txn_datetime, ${bounds}::text[]::timestamptz[]) as bucket,
             ${currency === undefined ? sql`count(*)` : sql`sum(requested_minor)::bigint`} as number
      from txn
      where ${scopeCondition(sql, scope)} and txn_datetime >= ${new Date(from)} and txn_datetime < ${new Date(until)}
        and txn_type = any (${[...types]}) and txn_status = any (${[...statuses]})
        ${currency === undefined ? sql`` : sql`and ccy_code = ${currency}`}
      group by 1, 2
    ) as part
    left join organisation o on ${by === 'installation'} and o.id::text = part.value`;
  const values = new Map<string | null, { value: string | null; name: string | null; numbers: number[] }>();
  for (const { value, name, bucket, number } of rows) {
    const one = values.get(value) ?? { value, name, numbers: starts.slice(1).map(() => 0) };
    one.numbers[bucket - 1] = number;
    values.set(value, one);
  }
  const sum = ({ numbers }: { numbers: number[] }) => numbers.reduce((all, number) => all + number, 0);
  return { isTooLong: false, values: [...values.values()].sort((a, b) => sum(b) - sum(a)) };
});

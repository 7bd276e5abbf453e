import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import {
  type MerchantScope,
  merchantScope,
  scopeCondition,
} from '#features/record/reporting/server/merchant-scope.ts';
import type { Caller } from '#server/auth/caller.ts';
import { hourMs } from '#server/clock.ts';
import type { CoreServices } from '#server/core-services.ts';
import { problems } from '#shared/problem.ts';

/** The merchants whose transactions home counts. Throws 400 for an installation: the roll-ups are by merchant. */
export async function activityScope(
  services: CoreServices,
  caller: Caller,
  orgIds: readonly number[],
): Promise<MerchantScope> {
  const scope = await merchantScope(services, caller, orgIds, [['P_VIEW_TRANSACTIONS_NGPORTAL']]);
  if (scope.installations) throw problems.invalid('body.orgIds', 'not_allowed');
  return scope;
}

const maxBucketMs = 50 * hourMs;

/** Moments in ascending order. Throws 400 for others, and for buckets longer than a day. */
export function readStarts(starts: readonly string[]): number[] {
  const times = starts.map((text) => Date.parse(text));
  const isInOrder = times.every((at, position) => {
    const before = times[position - 1];
    return before === undefined || (at > before && at - before <= maxBucketMs);
  });
  if (!isInOrder) throw problems.invalid('body.starts');
  return times;
}

export interface Fact {
  /** Position of the interval, from 1. */
  bucket: number;
  type: string;
  status: string;
  reason: string;
  currency: string;
  number: number;
  minor: number;
}

/**
 * Counts and sums between ascending moments, from hourly roll-ups. An hour in which an interval starts (half-hour zones) is
 * read from the rows. One statement, so one snapshot.
 */
export function loadFacts(sql: TenantSql, scope: MerchantScope, times: readonly number[]): Promise<Fact[]> {
  // As text: the driver cannot send arrays of times.
  const bounds = times.map((at) => new Date(at).toISOString());
  const [from = '', until = ''] = [bounds[0], bounds.at(-1)];
  const split = [
    ...new Set(
      times
        .filter((at) => at % hourMs !== 0)
        .map((at) => new Date(Math.floor(at / hourMs) * hourMs).toISOString()),
    ),
  ];
  const rows: Fragment = sql`
    union all
    select txn_datetime, txn_type, txn_status, coalesce(reason_code, ''), ccy_code, 1, requested_minor
    from unnest(${split}::text[]::timestamptz[]) as hour (begins)
    join txn on txn_datetime >= hour.begins and txn_datetime < hour.begins + interval '1 hour'
    where ${scopeCondition(sql, scope)} and txn_datetime >= ${from}::timestamptz
      and txn_datetime < ${until}::timestamptz`;
  return sql<Fact[]>`
    with fact (at, type, status, reason, currency, number, minor) as (
      select bucket, txn_type, txn_status, reason_code, ccy_code, number, requested_minor from txn_total
      where company_id = any (${scope.tenantIds}) and node_id = any (${scope.merchants ?? scope.tenantIds})
        and granularity = 'hour' and bucket >= ${from}::timestamptz and bucket < ${until}::timestamptz
        and bucket <> all (${split}::text[]::timestamptz[])
      union all
      select at, txn_type, txn_status, reason_code, ccy_code, change, change * requested_minor from txn_total_change
      where ${scopeCondition(sql, scope)} and at >= ${from}::timestamptz and at < ${until}::timestamptz
        and date_trunc('hour', at, 'UTC') <> all (${split}::text[]::timestamptz[])
      ${split.length > 0 ? rows : sql``}
    )
    select width_bucket(at, ${bounds}::text[]::timestamptz[]) as bucket, type, status, reason, currency,
           sum(number)::bigint as number, sum(minor)::bigint as minor
    from fact group by 1, 2, 3, 4, 5`;
}

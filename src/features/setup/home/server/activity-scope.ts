import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Granularity, splitInterval } from '#features/record/reporting/server/counted-total.ts';
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
 * Counts and sums between ascending moments, from the largest roll-ups that fit into each interval. An hour in which an interval
 * starts (half-hour zones) is read from the rows. One statement, so one snapshot.
 */
export function loadFacts(sql: TenantSql, scope: MerchantScope, times: readonly number[]): Promise<Fact[]> {
  const isWhole = times.every((at) => at % hourMs === 0);
  const facts = isWhole ? rolledUpFacts(sql, scope, times) : factsByHour(sql, scope, times);
  // In a query of their own, the moments are read once instead of for each row. As text: the driver cannot send arrays of times.
  return sql<Fact[]>`
    with fact (at, type, status, reason, currency, number, minor) as (${facts})
    select width_bucket(at, (select ${times.map(isoTime)}::text[]::timestamptz[])) as bucket, type, status, reason, currency,
           sum(number)::bigint as number, sum(minor)::bigint as minor
    from fact group by 1, 2, 3, 4, 5`;
}

const isoTime = (at: number): string => new Date(at).toISOString();

/** Between whole hours: roll-ups of each granularity, and the changes that they lack. */
function rolledUpFacts(sql: TenantSql, scope: MerchantScope, times: readonly number[]): Fragment {
  const [from = 0, until = 0] = [times[0], times.at(-1)];
  const changes = sql`
    select at, txn_type, txn_status, reason_code, ccy_code, change, change * requested_minor from txn_total_change
    where ${scopeCondition(sql, scope)} and at >= ${new Date(from)} and at < ${new Date(until)}`;
  return rollUpRanges(times).reduce(
    (all, range) => sql`${all} union all
      select bucket, txn_type, txn_status, reason_code, ccy_code, number, requested_minor from txn_total
      where company_id = any (${scope.tenantIds}) and node_id = any (${scope.merchants ?? scope.tenantIds})
        and granularity = ${range.granularity} and bucket >= ${new Date(range.from)} and bucket < ${new Date(range.until)}`,
    changes,
  );
}

interface RollUpRange {
  granularity: Granularity;
  from: number;
  until: number;
}

/** The roll-ups that make up each interval, with neighbours of one granularity as one range. */
function rollUpRanges(times: readonly number[]): RollUpRange[] {
  const ranges: RollUpRange[] = [];
  for (const [index, start] of times.slice(0, -1).entries())
    for (const piece of splitInterval(['year', 'month', 'day', 'hour'], {
      from: start,
      until: times[index + 1],
    })) {
      const { granularity, from = 0, until = 0 } = piece;
      const last = ranges.at(-1);
      if (granularity === undefined) continue;
      if (last?.granularity === granularity && last.until === from) last.until = until;
      else ranges.push({ granularity, from, until });
    }
  return ranges;
}

/** From hourly roll-ups, and from the rows of the hours in which an interval starts. */
function factsByHour(sql: TenantSql, scope: MerchantScope, times: readonly number[]): Fragment {
  const [from = '', until = ''] = [times[0], times.at(-1)].map((at = 0) => isoTime(at));
  const split = [
    ...new Set(
      times.filter((at) => at % hourMs !== 0).map((at) => isoTime(Math.floor(at / hourMs) * hourMs)),
    ),
  ];
  const splitHours = sql`(select ${split}::text[]::timestamptz[])`;
  return sql`
    select bucket, txn_type, txn_status, reason_code, ccy_code, number, requested_minor from txn_total
    where company_id = any (${scope.tenantIds}) and node_id = any (${scope.merchants ?? scope.tenantIds})
      and granularity = 'hour' and bucket >= ${from}::timestamptz and bucket < ${until}::timestamptz
      and array_position(${splitHours}, bucket) is null
    union all
    select at, txn_type, txn_status, reason_code, ccy_code, change, change * requested_minor from txn_total_change
    where ${scopeCondition(sql, scope)} and at >= ${from}::timestamptz and at < ${until}::timestamptz
      and array_position(${splitHours}, date_trunc('hour', at, 'UTC')) is null
    union all
    select txn_datetime, txn_type, txn_status, coalesce(reason_code, ''), ccy_code, 1, requested_minor
    from unnest(${split}::text[]::timestamptz[]) as hour (begins)
    join txn on txn_datetime >= hour.begins and txn_datetime < hour.begins + interval '1 hour'
    where ${scopeCondition(sql, scope)} and txn_datetime >= ${from}::timestamptz
      and txn_datetime < ${until}::timestamptz`;
}

import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { dayMs, hourMs } from '#server/clock.ts';
import type { SearchRequest } from '../../calls.ts';
import { instantOf } from '../../search-range.ts';
import { type MerchantScope, scopeCondition } from './merchant-scope.ts';

type Filter = NonNullable<SearchRequest['fields'][number]['filter']>;

/** A question that the counts by hour, type and status answer; times are milliseconds, `until` is not in it. */
interface CountedQuestion {
  from: number | undefined;
  until: number | undefined;
  types: string[] | undefined;
  statuses: string[] | undefined;
}

/**
 * The exact number of transactions, from counts kept by hour and day, and from the rows only at the ends of the
 * interval; undefined when the request asks for more than time, type and status. One statement, so that all its
 * parts see the same moment.
 */
export async function countedTotal(
  sql: TenantSql,
  request: SearchRequest,
  scope: MerchantScope,
): Promise<number | undefined> {
  const question = questionOf(request);
  if (!question) return undefined;
  const { from, until } = question;
  const firstHour = from === undefined ? undefined : Math.ceil(from / hourMs) * hourMs;
  const endHour = until === undefined ? undefined : Math.floor(until / hourMs) * hourMs;
  // Less than an hour is soon counted.
  if (firstHour !== undefined && endHour !== undefined && firstHour >= endHour) return undefined;
  const nodes = scope.merchants ?? scope.companies;
  const kind = kindCondition(sql, question);
  const kept = (grain: 'day' | 'hour', begin: number | undefined, end: number | undefined): Fragment => sql`
    (select coalesce(sum(number), 0) from txn_total
     where company_id = any (${scope.companies}) and node_id = any (${nodes}) and grain = ${grain}
       ${between(sql, sql`bucket`, begin, end)} ${kind})`;
  const rows = (begin: number, end: number): Fragment => sql`
    (select count(*) from txn
     where ${scopeCondition(sql, scope)} ${between(sql, sql`txn_datetime`, begin, end)} ${kind})`;
  const firstDay = firstHour === undefined ? undefined : Math.ceil(firstHour / dayMs) * dayMs;
  const endDay = endHour === undefined ? undefined : Math.floor(endHour / dayMs) * dayMs;
  const hasDays = firstDay === undefined || endDay === undefined || firstDay < endDay;
  const parts: Fragment[] = [
    sql`(select coalesce(sum(change), 0) from txn_total_change
         where ${scopeCondition(sql, scope)} ${between(sql, sql`at`, firstHour, endHour)} ${kind})`,
    ...(hasDays ? [kept('day', firstDay, endDay)] : [kept('hour', firstHour, endHour)]),
    ...(hasDays && firstHour !== firstDay ? [kept('hour', firstHour, firstDay)] : []),
    ...(hasDays && endDay !== endHour ? [kept('hour', endDay, endHour)] : []),
    ...(from !== undefined && firstHour !== undefined && from < firstHour ? [rows(from, firstHour)] : []),
    ...(until !== undefined && endHour !== undefined && endHour < until ? [rows(endHour, until)] : []),
  ];
  const [row] = await sql<{ total: number }[]>`
    select (${parts.reduce((sum, part) => sql`${sum} + ${part}`)})::bigint as total`;
  return row?.total ?? 0;
}

function kindCondition(sql: TenantSql, { types, statuses }: CountedQuestion): Fragment {
  return sql`${types ? sql`and txn_type = any (${types})` : sql``}
    ${statuses ? sql`and txn_status = any (${statuses})` : sql``}`;
}

function between(sql: TenantSql, column: Fragment, from?: number, until?: number): Fragment {
  return sql`${from === undefined ? sql`` : sql`and ${column} >= ${new Date(from)}`}
    ${until === undefined ? sql`` : sql`and ${column} < ${new Date(until)}`}`;
}

function questionOf(request: SearchRequest): CountedQuestion | undefined {
  const question: CountedQuestion = {
    from: undefined,
    until: undefined,
    types: undefined,
    statuses: undefined,
  };
  for (const { field, filter } of request.fields) {
    if (!filter) continue;
    if (field === 'txn_datetime') {
      if (!narrowTime(question, filter)) return undefined;
    } else if (field === 'txn_type' && !question.types) question.types = chosen(filter);
    else if (field === 'txn_status' && !question.statuses) question.statuses = chosen(filter);
    else return undefined;
    if (field === 'txn_type' && !question.types) return undefined;
    if (field === 'txn_status' && !question.statuses) return undefined;
  }
  return question;
}

function chosen({ operation, value }: Filter): string[] | undefined {
  return operation === 'EQUALS' || operation === 'IN' ? value?.map(String) : undefined;
}

/** Times are stored to the millisecond: at most this one is before the next. */
function narrowTime(question: CountedQuestion, { operation, value = [] }: Filter): boolean {
  const [low, high] = value.map((text) => instantOf(String(text))?.getTime());
  if (low === undefined || (operation === 'BETWEEN' && high === undefined)) return false;
  const from = { GTE: low, GT: low + 1, BETWEEN: low }[operation as string];
  const until = { LT: low, LTE: low + 1, BETWEEN: (high ?? 0) + 1 }[operation as string];
  if (from === undefined && until === undefined) return false;
  if (from !== undefined) question.from = Math.max(from, question.from ?? from);
  if (until !== undefined) question.until = Math.min(until, question.until ?? until);
  return true;
}

import type { ListLookup, MeasureLookup } from '#features/fraud/fraud-engine/lookups.ts';
import type { ListHead } from '#features/fraud/fraud-lists/server/match-lists.ts';
import { type AgeUnit, type RuleCore, windowMs } from '#features/fraud/fraud-rules/rule.ts';
import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type FieldContext, fieldSql, plainExact } from '#features/record/fraud-fields/server/field-sql.ts';
import { type Dialect, translateRule } from './translate-rule.ts';

/** The context of conditions that read other tables. */
export interface ConditionContext extends FieldContext {
  companyId: number;
  lists: readonly ListHead[];
  /** Today in UTC: items that have expired are not on their lists. */
  today: string;
}

/** The joins of a statement's lists, to be written after `from txn t`. Conditions add to them. */
export type ListJoins = Fragment[];

export const joinLists = (sql: TenantSql, joins: ListJoins): Fragment =>
  joins.reduce((all, join) => sql`${all}${join}`, sql``);

/** The truth of a rule for a transaction `t`. */
export const ruleSql = (context: ConditionContext, rule: RuleCore, joins: ListJoins): Fragment =>
  translateRule(postgresDialect(context, joins), rule);

/** For conditions of a transaction `t`. */
export function postgresDialect(context: ConditionContext, joins: ListJoins): Dialect<Fragment> {
  const { sql, lists } = context;
  const isExact = (value: Fragment) => sql`(${value} ~ ${sql.unsafe(`'${plainExact}'`)})`;
  return {
    sql: (texts, ...fragments) => sql`${sql(texts, ...fragments)}`,
    raw: (text) => sql`${sql.unsafe(text)}`,
    undecided: sql`null::boolean`,
    field: (name) => fieldSql(context, name),
    text: (value) => sql`${value}::text`,
    number: (value) => sql`${String(value)}::text::float8`,
    toDouble: (value) => sql`(${value})::float8`,
    exactNumber: (value) => sql`${value}::text::numeric`,
    isExact,
    toExact: (value) => sql`(case when ${isExact(value)} then (${value})::numeric * 10000 end)`,
    ascii: (text, isFolded) =>
      sql`(case when octet_length(${text}) = char_length(${text}) then ${isFolded ? sql`lower((${text}) collate "C")` : text} end)`,
    isOneOf: (text, values) => sql`(${text} = any (${values as string[]}::text[]))`,
    contains: (text, part) => sql`(position(${part} in ${text}) > 0)`,
    startsWith: (text, part) => sql`starts_with(${text}, ${part})`,
    endsWith: (text, part) => sql`(right(${text}, char_length(${part})) = ${part})`,
    age: (day, unit) => ageSql(sql, day, unit),
    isActive: (listId) => lists.some((list) => list.listId === listId && list.active),
    isOnList: (text, lookup) => listSql(context, joins, text, lookup),
    measure: (lookup, sign, limit) => measureSql(sql, lookup, sign, limit),
  };
}

function ageSql(sql: TenantSql, day: Fragment, unit: AgeUnit): Fragment {
  const today = sql`((t.txn_datetime at time zone 'UTC')::date)`;
  const date = sql`(date '1970-01-01' + (${day})::integer)`;
  const days = sql`(${today} - ${date})`;
  const part = (name: string, source: Fragment) => sql`extract(${sql.unsafe(name)} from ${source})`;
  const months = sql`((${part('year', today)} - ${part('year', date)}) * 12 + ${part('month', today)} - ${part('month', date)}
    - case when ${part('day', today)} < ${part('day', date)} then 1 else 0 end)`;
  const units = {
    DAYS: days,
    WEEKS: sql`floor(${days} / 7.0)`,
    MONTHS: months,
    YEARS: sql`floor(${months} / 12)`,
  };
  return units[unit];
}

/**
 * For "is on" and "is not on" a join, which has at most one row: PostgreSQL probes the index, or
 * hashes the list where that costs less. A list that is too long to hash as a sub-select is read again for every payment.
 */
function listSql(
  { sql, companyId, lists, today }: ConditionContext,
  joins: ListJoins,
  text: Fragment,
  { operator, listId, field }: ListLookup,
): Fragment {
  const itemsOf = (
    item: Fragment,
  ) => sql`${item}.company_id = ${companyId}::integer and ${item}.list_id = ${listId}::integer
    and (${item}.expiry_date is null or ${item}.expiry_date >= ${today}::text::date)`;
  const hasOneOf = (values: Fragment) =>
    sql`exists (select from fraud_list_item i where ${itemsOf(sql.unsafe('i'))} and i.match_value = any (array(${values})))`;
  if (operator === 'isIn') {
    const [item, form] = [sql.unsafe(`item_${joins.length}`), sql.unsafe(`form_${joins.length}`)];
    // Fenced with `offset 0`: row-level security keeps functions of `t` from the index, and columns not.
    joins.push(sql`
      cross join lateral (select ${text} collate "C" as value offset 0) as ${form}
      left join fraud_list_item ${item} on ${itemsOf(item)} and ${item}.match_value = ${form}.value`);
    const wider = widerValues(sql, field, sql`${form}.value`, itemsOf(sql.unsafe('l')));
    return sql`(case when ${form}.value is not null then ${item}.item_id is not null ${wider ? sql`or ${hasOneOf(wider)}` : sql``} end)`;
  }
  const lengths = lists.find((list) => list.listId === listId)?.valueLengths ?? [];
  // As the engine: the parts of the value that have the length of an item.
  const from =
    operator === 'isInStartingWith'
      ? sql`generate_series(1, 1)`
      : operator === 'isInEndingWith'
        ? sql`generate_series(greatest(char_length(v.text) - n.length + 1, 1), char_length(v.text) - n.length + 1)`
        : sql`generate_series(1, char_length(v.text) - n.length + 1)`;
  const parts = sql`
    select substr(v.text, p.start, n.length) collate "C"
    from unnest(${lengths}::integer[]) as n (length), ${from} as p (start)
    where n.length > 0 and n.length <= char_length(v.text)`;
  return sql`(select case when v.text is not null then ${hasOneOf(parts)} end from (select ${text} as text) as v)`;
}

const octet = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const ipv4 = `'^${octet}([.]${octet}){3}$'`;

/**
 * A query of the values that a list may have in the place of one, as `widerValues` of the engine. Of the networks of an
 * address it forms those of a length that the list (its items are `l`) has; the engine decides IPv6.
 */
function widerValues(
  sql: TenantSql,
  field: string,
  value: Fragment,
  itemsOfList: Fragment,
): Fragment | undefined {
  if (field === 'customerEmail') return sql`select substring(${value} from '@[^@]*$') collate "C"`;
  if (field !== 'customerIpAddress') return undefined;
  return sql`
    select text(network(set_masklen(${value}::inet, n.length))) collate "C"
    from unnest(array(
      select distinct split_part(l.match_value, '/', 2)::integer from fraud_list_item l
      where ${itemsOfList} and l.match_value like '%/%')) as n (length)
    where ${value} ~ ${sql.unsafe(ipv4)} and n.length < 32`;
}

/**
 * Earlier attempts as the engine counted them, and this one: by their keys, in the window (at − period, at]. Attempts of the
 * same millisecond count in the order of their ids. Without keys (before the upgrade) the condition is false.
 */
function measureSql(
  sql: TenantSql,
  { field, window, scope, aggregate }: MeasureLookup,
  sign: string,
  limit: number,
): Fragment {
  const scopes = {
    company: sql``,
    branch: sql`and k.branch_id is not distinct from o.branch_id`,
    merchant: sql`and k.merchant_id = o.merchant_id`,
    installation: sql`and k.installation_id = o.installation_id`,
  };
  const inWindow = sql`k.company_id = o.company_id and k.key = o.key and k.at > o.at - ${windowMs(window)}::float8 * interval '1 millisecond'
    and k.at <= o.at and (k.at < o.at or k.txn_id <= o.txn_id) ${scopes[scope]}`;
  // One more than the condition needs decides it.
  const max = Math.min(Math.max(Math.ceil(limit) + 1, 1), 1_000_000_000);
  const responses = {
    count: () => sql`select count(*) from (
      select from velocity_key k where ${inWindow} and not k.is_payout limit ${max}::bigint) as c`,
    sum: () => sql`select coalesce(sum(k.amount_minor), 0) from velocity_key k
      where ${inWindow} and k.is_payout = ${aggregate.kind === 'sum' && aggregate.sumType === 'payouts'}
        and k.ccy_code = ${aggregate.kind === 'sum' ? aggregate.currency : ''}::text`,
    distinct: () => sql`select count(*) from (
      select distinct b.hashes -> ${aggregate.kind === 'distinct' ? aggregate.field : ''}::text from velocity_key k
      join velocity_attempt b on b.company_id = k.company_id and b.txn_id = k.txn_id
      where ${inWindow} and not k.is_payout and b.hashes ? ${aggregate.kind === 'distinct' ? aggregate.field : ''}::text
      limit ${max}::bigint) as d`,
  };
  return sql`coalesce((
    select (${responses[aggregate.kind]()})::float8 ${sql.unsafe(sign)} ${String(limit)}::text::float8
    from (
      select a.company_id, a.txn_id, a.at, (a.hashes ->> ${field}::text)::bigint as key, t.merchant_id, t.installation_id,
             (select s.branch_id from velocity_key s where s.company_id = a.company_id and s.txn_id = a.txn_id
                and s.key = (a.hashes ->> ${field}::text)::bigint and s.at = a.at limit 1) as branch_id
      from velocity_attempt a
      where a.company_id = t.company_id and a.txn_id = t.txn_id and a.hashes ? ${field}::text
    ) as o), false)`;
}

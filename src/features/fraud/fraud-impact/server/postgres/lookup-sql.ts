import type { MeasureLookup } from '#features/fraud/fraud-engine/lookups.ts';
import type { ListHead } from '#features/fraud/fraud-lists/server/match-lists.ts';
import { type Condition, windowMs } from '#features/fraud/fraud-rules/rule.ts';
import type { Fragment } from '#database/connection.ts';
import { comparatorSign } from '../condition-parts.ts';
import {
  type FieldContext,
  comparableSql,
  fieldSql,
} from '#features/record/fraud-fields/server/field-sql.ts';

/** The context of conditions that read other tables. */
export interface ConditionContext extends FieldContext {
  companyId: number;
  lists: readonly ListHead[];
  /** Today in UTC: items that have expired are not on their lists. */
  today: string;
}

export function listSql(
  context: ConditionContext,
  { field, operator, listId }: Extract<Condition, { type: 'list' }>,
): Fragment {
  const { sql, companyId, lists, today } = context;
  const operand = fieldSql(context, field);
  const value = comparableSql(context, field, operand);
  const list = lists.find((candidate) => candidate.listId === listId && candidate.active);
  const items = sql`select i.match_value from fraud_list_item i
    where i.company_id = ${companyId}::integer and i.list_id = ${listId}::integer
      and (i.expiry_date is null or i.expiry_date >= ${today}::text::date)`;
  if (operator === 'isNotIn' && !list) return operand.isPresent;
  if (!list) return sql`false`;
  if (operator === 'isIn' || operator === 'isNotIn') {
    // With `exists`, PostgreSQL chooses between a hash of the list and the index. With `in`, it reads a list that is too big for
    // a hash once a payment.
    const isOn = sql`(case when ${value} is not null
      then exists (${items} and i.match_value = (${value}) collate "C") end)`;
    return operator === 'isIn'
      ? sql`(${operand.isPresent} and ${isOn})`
      : sql`(${operand.isPresent} and not ${isOn})`;
  }
  // As the engine: the parts of the value that have the length of an item.
  const from =
    operator === 'isInStartingWith'
      ? sql`generate_series(1, 1)`
      : operator === 'isInEndingWith'
        ? sql`generate_series(greatest(char_length(v.text) - n.length + 1, 1), char_length(v.text) - n.length + 1)`
        : sql`generate_series(1, char_length(v.text) - n.length + 1)`;
  const isPartialMatch = sql`(select case when v.text is null then null else exists (
      ${items} and i.match_value = any (array(
        select substr(v.text, p.start, n.length) collate "C"
        from unnest(${list.valueLengths}::integer[]) as n (length), ${from} as p (start)
        where n.length > 0 and n.length <= char_length(v.text)))) end
    from (select ${value} as text) as v)`;
  return sql`(${operand.isPresent} and ${isPartialMatch})`;
}

/**
 * Earlier attempts as the engine counted them, and this one: by their keys, in the window (at − period, at]. Attempts of the
 * same millisecond count in the order of their ids. Without keys (before the upgrade) the condition is false.
 */
export function measureSql(
  { sql }: ConditionContext,
  { field, window, scope, aggregate }: MeasureLookup,
  operator: string,
  limit: number,
): Fragment {
  const sign = comparatorSign(operator);
  if (sign === undefined || Number.isNaN(limit)) return sql`false`;
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

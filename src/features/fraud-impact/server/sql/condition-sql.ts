import { minorUnits } from '#features/fraud-engine/compare-number.ts';
import {
  dayNumber,
  exactNumber,
  fold,
  parseMinute,
  ruleText,
  valueKind,
} from '#features/fraud-engine/facts.ts';
import { type MeasureQuestion, questionOf } from '#features/fraud-engine/outside.ts';
import type { ListHead } from '#features/fraud-lists/server/match-lists.ts';
import {
  type AgeUnit,
  type ComparedField,
  type Condition,
  type JoinedConditions,
  customFieldId,
  locationFields,
  parseOperator,
  windowMs,
} from '#features/fraud-rules/rule.ts';
import type { Fragment } from '#database/connection.ts';
import { type FieldContext, comparableSql, fieldSql } from './field-sql.ts';

export interface ConditionContext extends FieldContext {
  companyId: number;
  lists: readonly ListHead[];
  /** Today in UTC: items that have expired are not on their lists. */
  today: string;
}

/**
 * The truth of a condition for a transaction `t`: true, false, or null where SQL cannot decide
 * (docs/decisions/0110-leave-undecided-rows-to-the-reference.md).
 */
export function conditionSql(
  context: ConditionContext,
  condition: Condition,
  joined: Pick<JoinedConditions, 'scope'>,
): Fragment {
  const { sql } = context;
  const question = questionOf(condition, joined);
  if (question?.kind === 'measure') {
    const limit =
      condition.type === 'velocitySum'
        ? minorUnits(condition.value, condition.currency)
        : Number((condition as { value: number }).value);
    return measureSql(context, question, (condition as { operator: string }).operator, limit);
  }
  switch (condition.type) {
    case 'list':
      return listSql(context, condition);
    case 'simple':
      return valueSql(context, condition.field, condition);
    case 'customField':
      return valueSql(context, customFieldId(condition.customField), condition);
    case 'geolocation':
      return pairSql(
        context,
        locationFields[condition.locationType1],
        locationFields[condition.locationType2],
        condition.operator,
      );
    case 'fieldComparison':
      return pairSql(
        context,
        fieldId(condition.firstField),
        fieldId(condition.secondField),
        condition.operator,
      );
    case 'age':
    case 'generalAge':
      return ageSql(context, condition, condition.type === 'age' ? 'YEARS' : condition.precision);
    default:
      return sql`false`;
  }
}

const fieldId = (field: ComparedField): string =>
  field.type === 'simpleField' ? field.name : customFieldId(field);

/** Text that PostgreSQL cannot hold is in no payment. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

function valueSql(
  context: ConditionContext,
  field: string,
  { operator: written, value }: { operator: string; value: string },
): Fragment {
  const { sql } = context;
  const { operator, ignoresCase } = parseOperator(written);
  const found = fieldSql(context, field);
  if (operator === 'isNull') return sql`(not ${found.isPresent})`;
  if (operator === 'isNotNull') return sql`${found.isPresent}`;
  if (!isStorable(value)) return sql`null::boolean`;
  const holds = () => {
    switch (valueKind(field)) {
      case 'number':
        return rangeSql(context, operator, found.value, value, (text) => asFloat(Number(text)));
      case 'exact':
        return exactSql(context, operator, found.value, value);
      case 'day':
        return rangeSql(context, operator, found.value, value, (text) => asFloat(dayNumber(text)));
      case 'instant':
        return instantSql(context, operator, found.value, value);
      case 'text':
        return textSql(context, field, found.value, { operator, value, ignoresCase });
    }
  };
  return sql`(${found.isPresent} and ${holds()})`;
}

const asFloat = (value: number): string | null => (Number.isNaN(value) ? null : String(value));

const comparatorSigns: Readonly<Record<string, string>> = {
  equalTo: '=',
  notEqualTo: '<>',
  lessThan: '<',
  lessThanOrEqualTo: '<=',
  greaterThan: '>',
  greaterThanOrEqualTo: '>=',
};

/** A comparator, or a range with both ends. `read` returns null for values that match nothing. */
function rangeSql(
  { sql }: ConditionContext,
  operator: string,
  found: Fragment,
  value: string,
  read: (text: string) => string | null,
  type = 'float8',
): Fragment {
  const [low = null, high = null] = value.split('|').map(read);
  const isRange = operator === 'between' || operator === 'notBetween';
  const sign = comparatorSigns[operator];
  if (low === null || (isRange ? high === null : sign === undefined)) return sql`false`;
  const own = sql`(${found})${sql.unsafe(`::${type}`)}`;
  const as = sql`${sql.unsafe(`::text::${type}`)}`;
  if (!isRange) return sql`(${own} ${sql.unsafe(sign ?? '=')} ${low}${as})`;
  const inside = sql`(${own} >= ${low}${as} and ${own} <= ${high}${as})`;
  return operator === 'between' ? inside : sql`(not ${inside})`;
}

/** Decimals of up to four digits; another text is a value that no comparison matches. */
function exactSql(context: ConditionContext, operator: string, found: Fragment, value: string): Fragment {
  const { sql } = context;
  const isRead = sql`(${found} ~ '^[+-]?[0-9]+([.][0-9]{1,4})?$')`;
  const number = sql`(case when ${isRead} then (${found})::numeric * 10000 end)`;
  const compared = rangeSql(context, operator, number, value, (text) => exactText(text), 'numeric');
  return sql`(${isRead} and ${compared})`;
}

function exactText(text: string): string | null {
  const exact = exactNumber(text);
  return exact === null ? null : String(exact);
}

function instantSql(context: ConditionContext, operator: string, found: Fragment, value: string): Fragment {
  const { sql } = context;
  if (operator === 'timeBetween' || operator === 'timeNotBetween') {
    const [from = 0, to = 0] = value.split('|').map(parseMinute);
    if (Number.isNaN(from) || Number.isNaN(to)) return sql`null::boolean`;
    const minute = sql`floor(mod((${found})::bigint, 86400000) / 60000.0)`;
    const inside =
      from <= to
        ? sql`(${minute} >= ${from}::integer and ${minute} <= ${to}::integer)`
        : sql`(${minute} >= ${from}::integer or ${minute} <= ${to}::integer)`;
    return operator === 'timeBetween' ? inside : sql`(not ${inside})`;
  }
  const isEquality = operator === 'equalTo' || operator === 'notEqualTo';
  const compared = isEquality ? sql`floor((${found})::numeric / 60000)` : found;
  return rangeSql(context, operator, compared, value, (text) => {
    const ms = Date.parse(text);
    return asFloat(isEquality ? Math.floor(ms / 60_000) : ms);
  });
}

interface TextCondition {
  operator: string;
  value: string;
  ignoresCase: boolean;
}

function textSql(
  { sql }: ConditionContext,
  field: string,
  found: Fragment,
  { operator, value, ignoresCase }: TextCondition,
): Fragment {
  const wanted = (text: string) => {
    const formed = ruleText(field, operator, text);
    return sql`${ignoresCase ? fold(formed) : formed}::text`;
  };
  // Beyond ASCII, letter case is left to the reference.
  const own = ignoresCase
    ? sql`(case when octet_length(${found}) = char_length(${found}) then lower((${found}) collate "C") end)`
    : sql`(${found})`;
  switch (operator) {
    case 'equalTo':
      return sql`(${own} = ${wanted(value)})`;
    case 'notEqualTo':
      return sql`(${own} <> ${wanted(value)})`;
    case 'contains':
      return sql`(position(${wanted(value)} in ${own}) > 0)`;
    case 'doesNotContain':
      return sql`(position(${wanted(value)} in ${own}) = 0)`;
    case 'startsWith':
      return sql`starts_with(${own}, ${wanted(value)})`;
    case 'endsWith':
      return sql`(right(${own}, char_length(${wanted(value)})) = ${wanted(value)})`;
    case 'isIn':
    case 'isNotIn': {
      const values = value.split(',').map((one) => ruleText(field, operator, one));
      const isIn = sql`(${own} = any (${ignoresCase ? values.map(fold) : values}::text[]))`;
      return operator === 'isIn' ? isIn : sql`(not ${isIn})`;
    }
    default:
      return sql`false`;
  }
}

function pairSql(context: ConditionContext, one: string, other: string, operator: string): Fragment {
  const { sql } = context;
  const [first, second] = [fieldSql(context, one), fieldSql(context, other)];
  // Numbers and days are compared by their text, which only the reference writes.
  const isText = valueKind(one) === 'text' && valueKind(other) === 'text';
  const compared = isText
    ? sql`(${comparableSql(context, one, first)} ${sql.unsafe(operator === 'equalTo' ? '=' : '<>')} ${comparableSql(context, other, second)})`
    : sql`null::boolean`;
  return sql`(${first.isPresent} and ${second.isPresent} and ${compared})`;
}

/** Completed units between a day and the day of the attempt, in UTC. A day in the future never matches. */
function ageSql(
  context: ConditionContext,
  { field, operator, value }: { field: string; operator: string; value: string },
  unit: AgeUnit,
): Fragment {
  const { sql } = context;
  const { isPresent, value: day } = fieldSql(context, field);
  const today = sql`((t.txn_datetime at time zone 'UTC')::date)`;
  const date = sql`(date '1970-01-01' + (${day})::integer)`;
  const days = sql`(${today} - ${date})`;
  const part = (name: string, of: Fragment) => sql`extract(${sql.unsafe(name)} from ${of})`;
  const months = sql`((${part('year', today)} - ${part('year', date)}) * 12 + ${part('month', today)} - ${part('month', date)}
    - case when ${part('day', today)} < ${part('day', date)} then 1 else 0 end)`;
  const units = {
    DAYS: days,
    WEEKS: sql`floor(${days} / 7.0)`,
    MONTHS: months,
    YEARS: sql`floor(${months} / 12)`,
  };
  const compared = rangeSql(context, operator, units[unit], value, (text) => asFloat(Number(text)));
  return sql`(${isPresent} and ${days} >= 0 and ${compared})`;
}

function listSql(
  context: ConditionContext,
  { field, operator, listId }: Extract<Condition, { type: 'list' }>,
): Fragment {
  const { sql, companyId, lists, today } = context;
  const found = fieldSql(context, field);
  const value = comparableSql(context, field, found);
  const list = lists.find((one) => one.listId === listId && one.active);
  // Not correlated with `t`, so PostgreSQL hashes the list once a statement.
  const items = sql`select i.match_value from fraud_list_item i
    where i.company_id = ${companyId}::integer and i.list_id = ${listId}::integer
      and (i.expiry_date is null or i.expiry_date >= ${today}::text::date)`;
  if (operator === 'isNotIn' && !list) return found.isPresent;
  if (!list) return sql`false`;
  if (operator === 'isIn' || operator === 'isNotIn') {
    const isOn = sql`(${value} collate "C" in (${items}))`;
    return operator === 'isIn' ? sql`(${found.isPresent} and ${isOn})` : sql`(${found.isPresent} and not ${isOn})`;
  }
  // As the engine: the parts of the value that have the length of an item.
  const from =
    operator === 'isInStartingWith'
      ? sql`generate_series(1, 1)`
      : operator === 'isInEndingWith'
        ? sql`generate_series(greatest(char_length(v.text) - n.length + 1, 1), char_length(v.text) - n.length + 1)`
        : sql`generate_series(1, char_length(v.text) - n.length + 1)`;
  const isPart = sql`(select case when v.text is null then null else exists (
      ${items} and i.match_value = any (array(
        select substr(v.text, p.start, n.length) collate "C"
        from unnest(${list.valueLengths}::integer[]) as n (length), ${from} as p (start)
        where n.length > 0 and n.length <= char_length(v.text)))) end
    from (select ${value} as text) as v)`;
  return sql`(${found.isPresent} and ${isPart})`;
}

/**
 * Earlier attempts as the engine counted them, and this one: by their keys, in the window (at − period, at]. Attempts of the
 * same millisecond count in the order of their ids. Without keys (before the upgrade) the condition is false.
 */
function measureSql(
  { sql }: ConditionContext,
  { field, window, scope, what }: MeasureQuestion,
  operator: string,
  limit: number,
): Fragment {
  const sign = comparatorSigns[operator];
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
  const most = Math.min(Math.max(Math.ceil(limit) + 1, 1), 1_000_000_000);
  const answers = {
    count: () => sql`select count(*) from (
      select from velocity_key k where ${inWindow} and not k.is_payout limit ${most}::bigint) as c`,
    sum: () => sql`select coalesce(sum(k.amount_minor), 0) from velocity_key k
      where ${inWindow} and k.is_payout = ${what.of === 'sum' && what.sumType === 'payouts'}
        and k.ccy_code = ${what.of === 'sum' ? what.currency : ''}::text`,
    distinct: () => sql`select count(*) from (
      select distinct b.hashes -> ${what.of === 'distinct' ? what.field : ''}::text from velocity_key k
      join velocity_attempt b on b.company_id = k.company_id and b.txn_id = k.txn_id
      where ${inWindow} and not k.is_payout and b.hashes ? ${what.of === 'distinct' ? what.field : ''}::text
      limit ${most}::bigint) as d`,
  };
  return sql`coalesce((
    select (${answers[what.of]()})::float8 ${sql.unsafe(sign)} ${String(limit)}::text::float8
    from (
      select a.company_id, a.txn_id, a.at, (a.hashes ->> ${field}::text)::bigint as key, t.merchant_id, t.installation_id,
             (select s.branch_id from velocity_key s where s.company_id = a.company_id and s.txn_id = a.txn_id
                and s.key = (a.hashes ->> ${field}::text)::bigint and s.at = a.at limit 1) as branch_id
      from velocity_attempt a
      where a.company_id = t.company_id and a.txn_id = t.txn_id and a.hashes ? ${field}::text
    ) as o), false)`;
}

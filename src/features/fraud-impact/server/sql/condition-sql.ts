import { minorUnits } from '#features/fraud-engine/compare-number.ts';
import {
  dayNumber,
  exactNumber,
  fold,
  parseMinute,
  ruleText,
  valueKind,
} from '#features/fraud-engine/facts.ts';
import { questionOf } from '#features/fraud-engine/outside.ts';
import {
  type AgeUnit,
  type ComparedField,
  type Condition,
  type JoinedConditions,
  customFieldId,
  locationFields,
  parseOperator,
} from '#features/fraud-rules/rule.ts';
import type { Fragment } from '#database/connection.ts';
import { comparableSql, fieldSql } from './field-sql.ts';
import { type ConditionContext, comparatorSign, listSql, measureSql } from './outside-sql.ts';

/**
 * The truth of a condition for a transaction `t`: true, false, or null where SQL cannot decide
 * (docs/decisions/0110).
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
  const sign = comparatorSign(operator);
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

import { valueKind } from '#features/fraud/fraud-engine/facts.ts';
import { buildLookup } from '#features/fraud/fraud-engine/lookups.ts';
import { comparableSql, fieldSql, plainExact } from '#features/record/fraud-fields/server/field-sql.ts';
import {
  type AgeUnit,
  type Condition,
  type JoinedConditions,
  customFieldId,
  locationFields,
  parseOperator,
} from '#features/fraud/fraud-rules/rule.ts';
import type { Fragment } from '#database/connection.ts';
import {
  type RangeTest,
  type TextTest,
  comparesMinutes,
  fieldId,
  isStorable,
  measureLimit,
  parseRange,
  parseText,
  parseTimes,
  readDay,
  readExact,
  readInstant,
  readNumber,
} from '../condition-parts.ts';
import { type ConditionContext, listSql, measureSql } from './lookup-sql.ts';

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
  const lookup = buildLookup(condition, joined);
  if (lookup?.kind === 'measure') {
    const { operator } = condition as { operator: string };
    return measureSql(context, lookup, operator, measureLimit(condition));
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

function valueSql(
  context: ConditionContext,
  field: string,
  { operator: written, value }: { operator: string; value: string },
): Fragment {
  const { sql } = context;
  const { operator, ignoresCase } = parseOperator(written);
  const operand = fieldSql(context, field);
  if (operator === 'isNull') return sql`(not ${operand.isPresent})`;
  if (operator === 'isNotNull') return sql`${operand.isPresent}`;
  if (!isStorable(value)) return sql`null::boolean`;
  const holds = () => {
    switch (valueKind(field)) {
      case 'number':
        return rangeSql(context, operand.value, parseRange(operator, value, readNumber));
      case 'exact':
        return exactSql(context, operand.value, parseRange(operator, value, readExact));
      case 'day':
        return rangeSql(context, operand.value, parseRange(operator, value, readDay));
      case 'instant':
        return instantSql(context, operator, operand.value, value);
      case 'text':
        return textSql(context, operand.value, parseText(field, { operator, value, ignoresCase }));
    }
  };
  return sql`(${operand.isPresent} and ${holds()})`;
}

function rangeSql(
  { sql }: ConditionContext,
  operand: Fragment,
  test: RangeTest<number | string> | undefined,
  type = 'float8',
): Fragment {
  if (!test) return sql`false`;
  const typedOperand = sql`(${operand})${sql.unsafe(`::${type}`)}`;
  const limit = (value: number | string) => sql`${String(value)}${sql.unsafe(`::text::${type}`)}`;
  if (test.kind === 'comparison') return sql`(${typedOperand} ${sql.unsafe(test.sign)} ${limit(test.limit)})`;
  const inside = sql`(${typedOperand} >= ${limit(test.low)} and ${typedOperand} <= ${limit(test.high)})`;
  return test.isInside ? inside : sql`(not ${inside})`;
}

/** Decimals of up to four digits; another text is a value that no comparison matches. */
function exactSql(
  context: ConditionContext,
  operand: Fragment,
  test: RangeTest<string> | undefined,
): Fragment {
  const { sql } = context;
  const isRead = sql`(${operand} ~ ${sql.unsafe(`'${plainExact}'`)})`;
  const number = sql`(case when ${isRead} then (${operand})::numeric * 10000 end)`;
  return sql`(${isRead} and ${rangeSql(context, number, test, 'numeric')})`;
}

function instantSql(context: ConditionContext, operator: string, operand: Fragment, value: string): Fragment {
  const { sql } = context;
  const times = parseTimes(operator, value);
  if (times?.ok === false) return sql`null::boolean`;
  if (times) {
    const { from, to, isInside } = times.value;
    const minute = sql`floor(mod(mod((${operand})::bigint, 86400000) + 86400000, 86400000) / 60000.0)`;
    const inside =
      from <= to
        ? sql`(${minute} >= ${from}::integer and ${minute} <= ${to}::integer)`
        : sql`(${minute} >= ${from}::integer or ${minute} <= ${to}::integer)`;
    return isInside ? inside : sql`(not ${inside})`;
  }
  const compared = comparesMinutes(operator) ? sql`floor((${operand})::numeric / 60000)` : operand;
  return rangeSql(context, compared, parseRange(operator, value, readInstant(operator)));
}

function textSql({ sql }: ConditionContext, operand: Fragment, test: TextTest | undefined): Fragment {
  if (!test) return sql`false`;
  const { form, isNegated, ignoresCase, expected } = test;
  const [first = ''] = expected;
  // Beyond ASCII, letter case is left to the engine.
  const textOperand = ignoresCase
    ? sql`(case when octet_length(${operand}) = char_length(${operand}) then lower((${operand}) collate "C") end)`
    : sql`(${operand})`;
  const forms = {
    equal: () => sql`(${textOperand} = ${first}::text)`,
    contains: () => sql`(position(${first}::text in ${textOperand}) > 0)`,
    startsWith: () => sql`starts_with(${textOperand}, ${first}::text)`,
    endsWith: () => sql`(right(${textOperand}, char_length(${first}::text)) = ${first}::text)`,
    isIn: () => sql`(${textOperand} = any (${expected as string[]}::text[]))`,
  };
  return isNegated ? sql`(not ${forms[form]()})` : forms[form]();
}

function pairSql(
  context: ConditionContext,
  firstField: string,
  secondField: string,
  operator: string,
): Fragment {
  const { sql } = context;
  const [first, second] = [fieldSql(context, firstField), fieldSql(context, secondField)];
  // Numbers and days are compared by their text, which only the engine writes.
  const isText = valueKind(firstField) === 'text' && valueKind(secondField) === 'text';
  const compared = isText
    ? sql`(${comparableSql(context, firstField, first)} ${sql.unsafe(operator === 'equalTo' ? '=' : '<>')} ${comparableSql(context, secondField, second)})`
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
  const part = (name: string, source: Fragment) => sql`extract(${sql.unsafe(name)} from ${source})`;
  const months = sql`((${part('year', today)} - ${part('year', date)}) * 12 + ${part('month', today)} - ${part('month', date)}
    - case when ${part('day', today)} < ${part('day', date)} then 1 else 0 end)`;
  const units = {
    DAYS: days,
    WEEKS: sql`floor(${days} / 7.0)`,
    MONTHS: months,
    YEARS: sql`floor(${months} / 12)`,
  };
  const compared = rangeSql(context, units[unit], parseRange(operator, value, readNumber));
  return sql`(${isPresent} and ${days} >= 0 and ${compared})`;
}

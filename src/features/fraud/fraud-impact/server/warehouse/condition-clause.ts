import { valueKind } from '#features/fraud/fraud-engine/facts.ts';
import { matchValue } from '#features/record/fraud-fields/match-value.ts';
import {
  type CustomNames,
  type WarehouseField,
  warehouseField,
} from '#features/record/fraud-fields/server/warehouse-fields.ts';
import {
  type Condition,
  customFieldId,
  locationFields,
  parseOperator,
} from '#features/fraud/fraud-rules/rule.ts';
import { ClickHouseSql, type Parameter, clause, param } from '#warehouse/clickhouse-sql.ts';
import {
  type RangeTest,
  type TextTest,
  comparesMinutes,
  fieldId,
  isStorable,
  parseRange,
  parseText,
  parseTimes,
  readDay,
  readExact,
  readInstant,
  readNumber,
} from '../condition-parts.ts';
import { double } from './values.ts';

/** The values of the rule's lists that have not expired, by list; a list that is not active is missing. */
export type ListValues = ReadonlyMap<number, readonly string[]>;

/** The context of a rule's clause, besides the rule. */
export interface ClauseContext {
  customNames: CustomNames;
  lists: ListValues;
}

const undecided = clause`cast(null, 'Nullable(Bool)')`;
const never = clause`false`;

/**
 * The truth of a condition for a row of the warehouse, as `conditionSql` has it for PostgreSQL: true, false, or null where
 * only the engine can decide. Undefined for a condition that the warehouse cannot evaluate.
 */
export function conditionClause(condition: Condition, context: ClauseContext): ClickHouseSql | undefined {
  switch (condition.type) {
    case 'list':
      return listClause(condition, context);
    case 'simple':
      return valueClause(condition.field, condition, context);
    case 'customField':
      return valueClause(customFieldId(condition.customField), condition, context);
    case 'geolocation':
      return pairClause(
        locationFields[condition.locationType1],
        locationFields[condition.locationType2],
        condition.operator,
        context,
      );
    case 'fieldComparison':
      return pairClause(
        fieldId(condition.firstField),
        fieldId(condition.secondField),
        condition.operator,
        context,
      );
    // Ages are left to PostgreSQL; `measureClause` counts attempts.
    default:
      return undefined;
  }
}

function valueClause(
  field: string,
  { operator: written, value }: { operator: string; value: string },
  { customNames }: ClauseContext,
): ClickHouseSql | undefined {
  const { operator, ignoresCase } = parseOperator(written);
  const operand = warehouseField(field, customNames);
  if (!operand) return undefined;
  if (operator === 'isNull') return clause`(not ${operand.isPresent})`;
  if (operator === 'isNotNull') return operand.isPresent;
  if (!isStorable(value)) return undecided;
  const holds = () => {
    switch (valueKind(field)) {
      case 'number':
        return rangeClause(operand.value, parseRange(operator, value, readNumber));
      case 'instant':
        return instantClause(operator, operand.value, value);
      case 'text':
        return textClause(operand.value, parseText(field, { operator, value, ignoresCase }));
      case 'exact':
        return exactClause(operand.value, parseRange(operator, value, readExact));
      case 'day':
        return rangeClause(operand.value, parseRange(operator, value, readDay));
    }
  };
  return clause`(${operand.isPresent} and ${holds()})`;
}

const rangeClause = (operand: ClickHouseSql, test: RangeTest<number> | undefined): ClickHouseSql =>
  compareClause(clause`toFloat64(${operand})`, test, double);

/** Ten-thousandths have at most this many digits in ClickHouse. */
const maxDigits = 70;

/** The engine decides numbers that are too long. Text that is not a number matches no comparison. */
function exactClause(operand: ClickHouseSql, test: RangeTest<string> | undefined): ClickHouseSql {
  const limits = test?.kind === 'range' ? [test.low, test.high] : [test?.limit ?? ''];
  if (limits.some(({ length }) => length > maxDigits)) return undecided;
  const exactNumber = clause`if(length(${operand}) <= ${param(maxDigits, 'UInt32')}, toInt256OrNull(${operand}), null)`;
  const compared = compareClause(exactNumber, test, (limit) => clause`${param(limit, 'Int256')}`);
  return clause`(isNotNull(${operand}) and ${compared})`;
}

function compareClause<T>(
  operand: ClickHouseSql,
  test: RangeTest<T> | undefined,
  limit: (value: T) => ClickHouseSql,
): ClickHouseSql {
  if (!test) return never;
  if (test.kind === 'comparison')
    return clause`(${operand} ${new ClickHouseSql([test.sign])} ${limit(test.limit)})`;
  const inside = clause`(${operand} >= ${limit(test.low)} and ${operand} <= ${limit(test.high)})`;
  return test.isInside ? inside : clause`(not ${inside})`;
}

function instantClause(operator: string, operand: ClickHouseSql, value: string): ClickHouseSql {
  const times = parseTimes(operator, value);
  if (times?.ok === false) return undecided;
  if (times) {
    const { from, to, isInside } = times.value;
    const minute = clause`floor((((${operand} % 86400000) + 86400000) % 86400000) / 60000)`;
    const [low, high] = [param(from, 'Int32'), param(to, 'Int32')];
    const inside =
      from <= to
        ? clause`(${minute} >= ${low} and ${minute} <= ${high})`
        : clause`(${minute} >= ${low} or ${minute} <= ${high})`;
    return isInside ? inside : clause`(not ${inside})`;
  }
  const compared = comparesMinutes(operator) ? clause`floor(${operand} / 60000)` : operand;
  return rangeClause(compared, parseRange(operator, value, readInstant(operator)));
}

/** Text is UTF-8 and compared by its bytes, as characters compare: no character begins within another. */
function textClause(operand: ClickHouseSql, test: TextTest | undefined): ClickHouseSql {
  if (!test) return never;
  const { form, isNegated, ignoresCase, expected } = test;
  const first = param(expected[0] ?? '', 'String');
  // Beyond ASCII, letter case is left to the engine.
  const text = ignoresCase ? clause`if(${isAscii(operand)}, lower(${operand}), null)` : operand;
  const forms = {
    equal: () => clause`(${text} = ${first})`,
    contains: () => clause`(position(${text}, ${first}) > 0)`,
    startsWith: () => clause`startsWith(${text}, ${first})`,
    endsWith: () => clause`endsWith(${text}, ${first})`,
    isIn: () => isOneOf(text, expected),
  };
  return isNegated ? clause`(not ${forms[form]()})` : forms[form]();
}

const isAscii = (text: ClickHouseSql): ClickHouseSql => clause`length(${text}) = lengthUTF8(${text})`;
const texts = (values: readonly string[]): Parameter => param(values, 'Array(String)');

/** Null for a null value, as in PostgreSQL. */
const isOneOf = (value: ClickHouseSql, values: readonly string[]): ClickHouseSql =>
  clause`if(isNull(${value}), null, has(${texts(values)}, assumeNotNull(${value})))`;

function pairClause(
  firstField: string,
  secondField: string,
  operator: string,
  { customNames }: ClauseContext,
): ClickHouseSql | undefined {
  const [first, second] = [warehouseField(firstField, customNames), warehouseField(secondField, customNames)];
  if (!first || !second) return undefined;
  // Numbers and days are compared by their text, which only the engine writes.
  const isText = valueKind(firstField) === 'text' && valueKind(secondField) === 'text';
  const sign = new ClickHouseSql([operator === 'equalTo' ? '=' : '<>']);
  const compared = isText
    ? clause`(${comparable(firstField, first)} ${sign} ${comparable(secondField, second)})`
    : undecided;
  return clause`(${first.isPresent} and ${second.isPresent} and ${compared})`;
}

/** As `comparableSql`: the form in which lists and comparisons of fields use a value. */
function comparable(field: string, { value }: WarehouseField): ClickHouseSql {
  const isFolded = matchValue(field, 'Aa') === 'aa';
  return clause`if(${isAscii(value)}, ${isFolded ? clause`lower(${value})` : value}, null)`;
}

function listClause(
  { field, operator, listId }: Extract<Condition, { type: 'list' }>,
  { customNames, lists }: ClauseContext,
): ClickHouseSql | undefined {
  const operand = warehouseField(field, customNames);
  if (!operand) return undefined;
  const values = lists.get(listId);
  if (!values) return operator === 'isNotIn' ? operand.isPresent : never;
  // Lists compare texts; a number's text is written by the engine.
  const value =
    valueKind(field) === 'text' ? comparable(field, operand) : clause`cast(null, 'Nullable(String)')`;
  const isOn = isOnList(value, operator, values);
  return clause`(${operand.isPresent} and ${operator === 'isNotIn' ? clause`not ${isOn}` : isOn})`;
}

function isOnList(value: ClickHouseSql, operator: string, values: readonly string[]): ClickHouseSql {
  if (operator === 'isIn' || operator === 'isNotIn') return isOneOf(value, values);
  const parts = values.filter((part) => part !== '');
  const definedValue = clause`assumeNotNull(${value})`;
  const isPartialMatch =
    operator === 'isInStartingWith'
      ? clause`startsWith(${definedValue}, item)`
      : operator === 'isInEndingWith'
        ? clause`endsWith(${definedValue}, item)`
        : clause`position(${definedValue}, item) > 0`;
  return clause`if(isNull(${value}), null, arrayExists(item -> ${isPartialMatch}, ${texts(parts)}))`;
}

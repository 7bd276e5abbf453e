import { minorUnits } from '#features/fraud/fraud-engine/compile-condition.ts';
import {
  dayNumber,
  exactNumber,
  fold,
  parseMinute,
  ruleText,
  valueKind,
} from '#features/fraud/fraud-engine/facts.ts';
import { type ListLookup, type MeasureLookup, buildLookup } from '#features/fraud/fraud-engine/lookups.ts';
import { matchValue } from '#features/record/fraud-fields/match-value.ts';
import {
  type AgeUnit,
  type ComparedField,
  type Condition,
  type JoinedConditions,
  type RuleCore,
  customFieldId,
  locationFields,
  parseOperator,
} from '#features/fraud/fraud-rules/rule.ts';

/** A field of a stored payment. Null in `isPresent`: only the engine can decide. */
interface FieldValue<F> {
  isPresent: F;
  /** Text, a number, days since 1970, milliseconds, or an exact number, by the kind of the field. */
  value: F;
}

/** What PostgreSQL and the warehouse write differently. `F` is a fragment of a statement; constants are parameters of it. */
export interface Dialect<F> {
  /** Both write this SQL alike. */
  sql(texts: TemplateStringsArray, ...fragments: F[]): F;
  /** A text of this program. */
  raw(text: string): F;
  /** Null: only the engine can decide. */
  undecided: F;
  field(name: string): FieldValue<F>;
  text(value: string): F;
  number(value: number): F;
  toDouble(value: F): F;
  /** Ten-thousandths; undefined for more digits than the store has. */
  exactNumber(value: string): F | undefined;
  isExact(value: F): F;
  /** The ten-thousandths of an exact number; null for other values, and for more digits than the store has. */
  toExact(value: F): F;
  /** The text, in small letters where it is folded; null beyond ASCII. */
  ascii(text: F, isFolded: boolean): F;
  isOneOf(text: F, values: readonly string[]): F;
  contains(text: F, part: F): F;
  startsWith(text: F, part: F): F;
  endsWith(text: F, part: F): F;
  /** Completed units between a day and the day of the payment, in UTC. */
  age(day: F, unit: AgeUnit): F;
  isActive(listId: number): boolean;
  /** Null for a value that is null. `isIn` finds what `widerValues` of the engine has too. */
  isOnList(text: F, lookup: ListLookup): F;
  /** Whether the attempts up to the payment have `sign limit`. */
  measure(lookup: MeasureLookup, sign: string, limit: number): F;
}

/**
 * Whether a rule matches a stored payment: true, false, or null where only the engine can decide. SQL's own three-valued
 * `and` and `or` carry a null through to the rule exactly when it matters (docs/decisions/0110).
 */
export function translateRule<F>(dialect: Dialect<F>, rule: RuleCore): F {
  if (rule.ruleType === 'territoryRule') {
    const { territoryComparisonType: field, territoryListOperator, territories } = rule.territoryCondition;
    const { isPresent, value } = dialect.field(field);
    const isListed = dialect.isOneOf(value, territories);
    return dialect.sql`(${isPresent} and ${negate(dialect, isListed, territoryListOperator !== 'isIn')})`;
  }
  const { conditions, logicalOperator } = rule.joinedConditions;
  if (conditions.length === 0) return dialect.sql`false`;
  // PostgreSQL evaluates from left to right: what reads other tables runs for rows that the rest leaves open.
  const parts = conditions
    .toSorted((a, b) => cost(a) - cost(b))
    .map((condition) => translateCondition(dialect, condition, rule.joinedConditions));
  const joint = dialect.raw(logicalOperator);
  return dialect.sql`(${parts.reduce((all, part) => dialect.sql`${all} ${joint} ${part}`)})`;
}

const costs: Partial<Record<Condition['type'], number>> = {
  velocityCount: 4,
  velocitySum: 5,
  morphing: 6,
  list: 3,
  customField: 2,
  fieldComparison: 2,
  generalAge: 2,
};
const cost = ({ type }: Condition): number => costs[type] ?? 1;

/** The truth of one condition, as of a rule. */
export function translateCondition<F>(
  dialect: Dialect<F>,
  condition: Condition,
  joined: Pick<JoinedConditions, 'scope'>,
): F {
  const lookup = buildLookup(condition, joined);
  if (lookup?.kind === 'measure') {
    const sign = comparatorSign((condition as { operator: string }).operator);
    const limit = measureLimit(condition);
    return sign === undefined || Number.isNaN(limit)
      ? dialect.sql`false`
      : dialect.measure(lookup, sign, limit);
  }
  if (lookup?.kind === 'list') return onList(dialect, lookup, condition);
  const [field = '', other = ''] = fieldsOf(condition);
  switch (condition.type) {
    case 'simple':
    case 'customField':
      return compareValue(dialect, field, condition);
    case 'geolocation':
    case 'fieldComparison':
      return compareFields(dialect, field, other, condition.operator);
    case 'age':
      return compareAge(dialect, condition, 'YEARS');
    case 'generalAge':
      return compareAge(dialect, condition, condition.precision);
    default:
      return dialect.sql`false`;
  }
}

/** The fields that a condition reads. */
export function fieldsOf(condition: Condition): string[] {
  switch (condition.type) {
    case 'customField':
      return [customFieldId(condition.customField)];
    case 'geolocation':
      return [locationFields[condition.locationType1], locationFields[condition.locationType2]];
    case 'fieldComparison':
      return [fieldId(condition.firstField), fieldId(condition.secondField)];
    default: {
      const lookup = buildLookup(condition, {});
      return lookup ? [lookup.field] : 'field' in condition ? [condition.field] : [];
    }
  }
}

const fieldId = (field: ComparedField): string =>
  field.type === 'simpleField' ? field.name : customFieldId(field);

const negate = <F>({ sql }: Dialect<F>, truth: F, isNegated: boolean): F =>
  isNegated ? sql`(not ${truth})` : truth;

function compareValue<F>(
  dialect: Dialect<F>,
  field: string,
  { operator: written, value }: { operator: string; value: string },
): F {
  const { operator, ignoresCase } = parseOperator(written);
  const operand = dialect.field(field);
  if (operator === 'isNull') return dialect.sql`(not ${operand.isPresent})`;
  if (operator === 'isNotNull') return operand.isPresent;
  // Text that no store can hold is in no payment.
  if (value.includes('\0') || !value.isWellFormed()) return dialect.undecided;
  const holds = () => {
    switch (valueKind(field)) {
      case 'number':
        return compareNumber(dialect, operand.value, operator, value, Number);
      case 'day':
        return compareNumber(dialect, operand.value, operator, value, dayNumber);
      case 'instant':
        return compareInstant(dialect, operand.value, operator, value);
      case 'exact':
        return compareExact(dialect, operand.value, operator, value);
      case 'text':
        return compareText(dialect, field, operand.value, { operator, value, ignoresCase });
    }
  };
  return dialect.sql`(${operand.isPresent} and ${holds()})`;
}

const comparatorSigns: Readonly<Record<string, string>> = {
  equalTo: '=',
  notEqualTo: '<>',
  lessThan: '<',
  lessThanOrEqualTo: '<=',
  greaterThan: '>',
  greaterThanOrEqualTo: '>=',
};

const comparatorSign = (operator: string): string | undefined =>
  Object.hasOwn(comparatorSigns, operator) ? comparatorSigns[operator] : undefined;

/** A comparator, or a range with both ends. `read` returns null for limits that match nothing. */
function compareRange<F, T>(
  dialect: Dialect<F>,
  operand: F,
  { operator, value }: { operator: string; value: string },
  { read, write }: { read: (text: string) => T | null; write: (limit: T) => F },
): F {
  const { sql } = dialect;
  const [low = null, high = null] = value.split('|').map(read);
  const sign = comparatorSign(operator);
  if (low === null) return sql`false`;
  if (sign !== undefined) return sql`(${operand} ${dialect.raw(sign)} ${write(low)})`;
  if (high === null || (operator !== 'between' && operator !== 'notBetween')) return sql`false`;
  const inside = sql`(${operand} >= ${write(low)} and ${operand} <= ${write(high)})`;
  return negate(dialect, inside, operator === 'notBetween');
}

function compareNumber<F>(
  dialect: Dialect<F>,
  operand: F,
  operator: string,
  value: string,
  parse: (text: string) => number,
): F {
  const read = (text: string) => {
    const number = parse(text);
    return Number.isNaN(number) ? null : number;
  };
  return compareRange(
    dialect,
    dialect.toDouble(operand),
    { operator, value },
    { read, write: (limit) => dialect.number(limit) },
  );
}

/** Decimals of up to four digits; another text is a value that no comparison matches. */
function compareExact<F>(dialect: Dialect<F>, operand: F, operator: string, value: string): F {
  const limits = new Map<string, F>();
  for (const text of value.split('|')) {
    const exact = exactNumber(text);
    if (exact === null) continue;
    const limit = dialect.exactNumber(String(exact));
    if (limit === undefined) return dialect.undecided;
    limits.set(text, limit);
  }
  const compared = compareRange(
    dialect,
    dialect.toExact(operand),
    { operator, value },
    { read: (text) => limits.get(text) ?? null, write: (limit) => limit },
  );
  return dialect.sql`(${dialect.isExact(operand)} and ${compared})`;
}

function compareInstant<F>(dialect: Dialect<F>, operand: F, operator: string, value: string): F {
  const { sql } = dialect;
  if (operator === 'timeBetween' || operator === 'timeNotBetween') {
    const [from = 0, to = 0] = value.split('|').map(parseMinute);
    if (Number.isNaN(from) || Number.isNaN(to)) return dialect.undecided;
    const minute = sql`floor(mod(mod(${operand}, 86400000) + 86400000, 86400000) / 60000)`;
    const joint = dialect.raw(from <= to ? 'and' : 'or');
    const inside = sql`(${minute} >= ${dialect.number(from)} ${joint} ${minute} <= ${dialect.number(to)})`;
    return negate(dialect, inside, operator === 'timeNotBetween');
  }
  // Moments are equal when their minutes are.
  const byMinute = operator === 'equalTo' || operator === 'notEqualTo';
  return byMinute
    ? compareNumber(dialect, sql`floor(${operand} / 60000)`, operator, value, (text) =>
        Math.floor(Date.parse(text) / 60_000),
      )
    : compareNumber(dialect, operand, operator, value, Date.parse);
}

function compareText<F>(
  dialect: Dialect<F>,
  field: string,
  operand: F,
  { operator, value, ignoresCase }: { operator: string; value: string; ignoresCase: boolean },
): F {
  const form = (text: string) => {
    const formed = ruleText(field, operator, text);
    return ignoresCase ? fold(formed) : formed;
  };
  // Beyond ASCII, letter case is left to the engine.
  const text = ignoresCase ? dialect.ascii(operand, true) : operand;
  const expected = dialect.text(form(value));
  const isEqual = () => dialect.sql`(${text} = ${expected})`;
  const isIn = () => dialect.isOneOf(text, value.split(',').map(form));
  switch (operator) {
    case 'equalTo':
    case 'notEqualTo':
      return negate(dialect, isEqual(), operator === 'notEqualTo');
    case 'contains':
    case 'doesNotContain':
      return negate(dialect, dialect.contains(text, expected), operator === 'doesNotContain');
    case 'startsWith':
    case 'endsWith':
      return dialect[operator](text, expected);
    case 'isIn':
    case 'isNotIn':
      return negate(dialect, isIn(), operator === 'isNotIn');
    default:
      return dialect.sql`false`;
  }
}

function compareFields<F>(dialect: Dialect<F>, field: string, other: string, operator: string): F {
  const { sql } = dialect;
  const [first, second] = [dialect.field(field), dialect.field(other)];
  // Numbers and days are compared by their text, which only the engine writes.
  const isText = valueKind(field) === 'text' && valueKind(other) === 'text';
  const sign = dialect.raw(operator === 'equalTo' ? '=' : '<>');
  const compared = isText
    ? sql`(${comparableForm(dialect, field, first.value)} ${sign} ${comparableForm(dialect, other, second.value)})`
    : dialect.undecided;
  return sql`(${first.isPresent} and ${second.isPresent} and ${compared})`;
}

/** The form in which lists and comparisons of fields use a value; null where SQL cannot form it. */
export const comparableForm = <F>(dialect: Dialect<F>, field: string, value: F): F =>
  dialect.ascii(value, matchValue(field, 'Aa') === 'aa');

/** A day in the future never matches. */
function compareAge<F>(
  dialect: Dialect<F>,
  { field, operator, value }: { field: string; operator: string; value: string },
  unit: AgeUnit,
): F {
  const { isPresent, value: day } = dialect.field(field);
  const compared = compareNumber(dialect, dialect.age(day, unit), operator, value, Number);
  return dialect.sql`(${isPresent} and ${dialect.age(day, 'DAYS')} >= 0 and ${compared})`;
}

function onList<F>(dialect: Dialect<F>, lookup: ListLookup, condition: Condition): F {
  const { field } = lookup;
  const { isPresent, value } = dialect.field(field);
  const isNegated = condition.type === 'list' && condition.operator === 'isNotIn';
  if (!dialect.isActive(lookup.listId)) return isNegated ? isPresent : dialect.sql`false`;
  // Lists compare texts; a number's text is written by the engine.
  const isOn =
    valueKind(field) === 'text'
      ? dialect.isOnList(comparableForm(dialect, field, value), lookup)
      : dialect.undecided;
  return dialect.sql`(${isPresent} and ${negate(dialect, isOn, isNegated)})`;
}

/** The limit of a count or sum of attempts; a sum in minor units. */
function measureLimit(condition: Condition): number {
  if (condition.type === 'velocitySum') return minorUnits(condition.value, condition.currency);
  return Number((condition as { value: number }).value);
}

import { type Condition, type JoinedConditions, ageUnits } from '#features/fraud/fraud-rules/rule.ts';
import { type FieldForm, type Value, compileCondition, readValue } from './compile-condition.ts';
import { type FraudFacts, isMissing } from './facts.ts';
import { type Lookup, type LookupResult, buildLookup } from './lookups.ts';

/** The truth of one condition for a payment. */
interface ConditionResult {
  isTrue: boolean;
  /** The payment has no value that the condition could compare. */
  isMissing: boolean;
  /** The compared value: of the field, of both fields, an age, a count, a sum, or whether a list has it. */
  actual: string | number | boolean | null;
}

/** Compiles one condition to be evaluated on its own. `lookUp` does its lookup to the database. */
export function explainCondition(
  condition: Condition,
  joined: Pick<JoinedConditions, 'scope'>,
): (facts: FraudFacts, lookUp: (lookup: Lookup) => LookupResult) => ConditionResult {
  const fields: FieldForm[] = [];
  const test = compileCondition(condition, joined, {
    ofField: (field, form) => fields.push({ field, form }) - 1,
    ofLookup: () => 0,
  });
  const lookup = buildLookup(condition, joined);
  const isAboutPresence = 'operator' in condition && /^is(?:Not)?Null$/.test(condition.operator);
  return (facts, lookUp) => {
    if (lookup) {
      const result = lookUp(lookup);
      return { isTrue: test([result]), isMissing: result === undefined, actual: result ?? null };
    }
    const values = fields.map((field) => readValue(field, facts));
    const actual = findCompared(fields, values, facts);
    return { isTrue: test(values), isMissing: actual === null && !isAboutPresence, actual };
  };
}

function findCompared(
  [first, second]: readonly FieldForm[],
  [value, secondValue]: readonly Value[],
  facts: FraudFacts,
): string | number | null {
  if (!first) return null;
  if (second) return value === undefined || secondValue === undefined ? null : `${value}|${secondValue}`;
  const stored = facts.values[first.field];
  // A decimal that cannot be read counts as missing here. A day that cannot be read is shown.
  const isUnreadable = first.form === 'exact' && value === undefined;
  if (isMissing(stored) || isUnreadable) return null;
  return (ageUnits as readonly string[]).includes(first.form)
    ? ((value as number | undefined) ?? null)
    : stored;
}

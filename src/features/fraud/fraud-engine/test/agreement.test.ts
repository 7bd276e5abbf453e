import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ComparedField,
  type Condition,
  type EvaluatedRule,
  aggregateScopes,
} from '#features/fraud/fraud-rules/rule.ts';
import { Evaluation, compileRules, joinConditions } from '../evaluate-rules.ts';
import { explainCondition } from '../explain-condition.ts';
import type { FraudFacts } from '../facts.ts';
import { type Lookup, type LookupResult, buildLookup, lookupKey } from '../lookups.ts';
import { anyCondition, anyRule, anyValues } from './generate-rules.ts';
import { isNaivelyTrue, matchesNaively } from './naive-evaluator.ts';

const now = Date.parse('2026-11-22T10:30:15.250Z');

/** Results that depend on the lookup alone, so that both evaluators get the same. */
function resultOf(seed: number, lookup: Lookup): LookupResult {
  let hash = seed;
  for (const character of lookupKey(lookup)) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  if (hash % 5 === 0) return undefined;
  return lookup.kind === 'list' ? hash % 2 === 0 : hash % 5;
}

const custom = (dataType: 'string' | 'longString' | 'tinyInteger', index: number) =>
  ({ type: 'customField', descriptiveName: 'a field', dataType, index }) as const;

/** Conditions on custom fields that `anyCondition` lacks. */
const moreConditions: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    type: fc.constant('fieldComparison' as const),
    operator: fc.constantFrom('equalTo', 'notEqualTo'),
    firstField: fc.constant(custom('string', 1)),
    secondField: fc.constantFrom<ComparedField>(custom('longString', 2), {
      type: 'simpleField',
      name: 'customerName',
    }),
  }),
  fc.record({
    type: fc.constant('customField' as const),
    customField: fc.constant(custom('tinyInteger', 1)),
    operator: fc.constantFrom('equalTo', 'notEqualTo', 'lessThan', 'isNull', 'isNotNull'),
    value: fc.constantFrom('1', '-5'),
  }),
);

/** Rules that share conditions with each other, as those of one merchant do. */
const sharedRules: fc.Arbitrary<EvaluatedRule[]> = fc
  .array(fc.oneof({ weight: 5, arbitrary: anyCondition }, moreConditions), { minLength: 8, maxLength: 8 })
  .chain((conditions) =>
    fc.array(
      fc
        .tuple(anyRule, fc.subarray([...conditions, ...conditions.slice(0, 2)]))
        .map(([rule, some]) =>
          rule.ruleType === 'rule'
            ? { ...rule, joinedConditions: { ...rule.joinedConditions, conditions: some } }
            : rule,
        ),
      { minLength: 20, maxLength: 20 },
    ),
  );

/** Custom fields are stored as merchants send them: some days and decimals cannot be read. */
const someValues = fc
  .tuple(anyValues, fc.constantFrom(1, -5, null), fc.nat(9))
  .map(([values, custom_tinyint_1, variant]) => ({
    ...values,
    custom_tinyint_1,
    ...(variant === 0 ? { custom_date_1: 'yesterday', custom_decimal_1: '1.00001' } : {}),
    ...(variant === 1 ? { custom_date_1: '2010-11-30T10:00:00Z', custom_bigint_1: '0x10' } : {}),
  }));
const payments = fc.array(someValues, { minLength: 10, maxLength: 10 });

const number = (rules: readonly EvaluatedRule[]) => rules.map((rule, ruleId) => ({ ...rule, ruleId }));

test('rules agree with the naive evaluator, for 100,000 pairs', () => {
  let pairs = 0;
  let matches = 0;
  const rules = fc.oneof(fc.array(anyRule, { minLength: 20, maxLength: 20 }), sharedRules).map(number);
  fc.assert(
    fc.property(rules, payments, fc.nat(), (some, values, seed) => {
      const compiled = compileRules(some);
      const lookUp = (lookup: Lookup) => resultOf(seed, lookup);
      for (const facts of values.map((value): FraudFacts => ({ now, values: value }))) {
        const expected = some.filter(
          (rule) => rule.installationIds.includes(1) && matchesNaively(rule, facts, lookUp),
        );
        const evaluation = new Evaluation(compiled, facts, 1);
        const results: LookupResult[] = [];
        for (const index of evaluation.openLookups())
          results[index] = lookUp(compiled.lookups[index] as Lookup);
        const matchedIds = evaluation.finish(results).map(({ ruleId }) => ruleId);
        expect(matchedIds).toEqual(expected.map(({ ruleId }) => ruleId));
        pairs += some.length;
        matches += matchedIds.length;
      }
    }),
    { numRuns: 510 },
  );
  expect(pairs).toBeGreaterThan(100_000);
  expect(matches).toBeGreaterThan(10_000);
});

test('only the lookups of undecided rules are asked for', () => {
  let skipped = 0;
  fc.assert(
    fc.property(sharedRules, payments, (rules, values) => {
      const compiled = compileRules(rules);
      for (const facts of values.map((value): FraudFacts => ({ now, values: value }))) {
        const open = rules.filter((rule) => rule.installationIds.includes(1) && isUndecided(rule, facts));
        const expected = new Set(open.flatMap(lookupsOf).map(lookupKey));
        const asked = new Evaluation(compiled, facts, 1).openLookups();
        const askedKeys = asked.map((index) => lookupKey(compiled.lookups[index] as Lookup));
        expect(askedKeys.toSorted()).toEqual([...expected].toSorted());
        skipped += compiled.lookups.length - asked.length;
      }
    }),
    { numRuns: 100 },
  );
  expect(skipped).toBeGreaterThan(500);
});

function lookupsOf(rule: EvaluatedRule): Lookup[] {
  const joined = joinConditions(rule);
  return joined.conditions.flatMap((condition) => buildLookup(condition, joined) ?? []);
}

/** The rule needs a lookup that its conditions on the payment itself leave open. */
function isUndecided(rule: EvaluatedRule, facts: FraudFacts): boolean {
  if (rule.ruleType === 'territoryRule' || lookupsOf(rule).length === 0) return false;
  const { conditions, logicalOperator } = rule.joinedConditions;
  const onPayment = conditions.filter((condition) => !buildLookup(condition, {}));
  const truths = onPayment.map((condition) => isNaivelyTrue(condition, {}, facts, () => undefined));
  return !truths.includes(logicalOperator === 'or');
}

test('a condition on its own agrees with the naive evaluator, for 160,000 pairs', () => {
  const conditions = fc.array(fc.oneof({ weight: 9, arbitrary: anyCondition }, moreConditions), {
    minLength: 40,
    maxLength: 40,
  });
  const scopes = fc.constantFrom(...aggregateScopes, undefined);
  let matches = 0;
  fc.assert(
    fc.property(conditions, payments, scopes, fc.nat(), (some, values, scope, seed) => {
      const lookUp = (lookup: Lookup) => resultOf(seed, lookup);
      for (const condition of some) {
        const explain = explainCondition(condition, { scope });
        for (const facts of values.map((value): FraudFacts => ({ now, values: value }))) {
          const { isTrue, isMissing } = explain(facts, lookUp);
          const expected = isNaivelyTrue(condition, { scope }, facts, lookUp);
          if (isTrue !== expected || (isTrue && isMissing))
            expect.fail(JSON.stringify({ isTrue, isMissing, expected, condition, facts }, null, 1));
          matches += isTrue ? 1 : 0;
        }
      }
    }),
    { numRuns: 400 },
  );
  expect(matches).toBeGreaterThan(40_000);
});

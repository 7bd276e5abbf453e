import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileRules } from '../compile.ts';
import type { FraudFacts } from '../facts.ts';
import { interpretRule } from '../interpret.ts';
import { type LookupResult, type Lookup, lookupKey } from '../lookups.ts';
import { Evaluation } from '../program.ts';
import { anyRule, anyValues } from './generate-rules.ts';

const now = Date.parse('2026-11-22T10:30:15.250Z');

/** Results that depend on the query alone, so that both engines get the same. */
function resultOf(seed: number, lookup: Lookup): LookupResult {
  let hash = seed;
  for (const character of lookupKey(lookup)) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  if (hash % 5 === 0) return undefined;
  return lookup.kind === 'list' ? hash % 2 === 0 : hash % 5;
}

test('compiled rules agree with the reference, for 100,000 pairs', () => {
  let pairs = 0;
  let matches = 0;
  const inputs = [
    fc.array(anyRule, { minLength: 20, maxLength: 20 }),
    fc.array(anyValues, { minLength: 10, maxLength: 10 }),
    fc.nat(),
  ] as const;
  fc.assert(
    fc.property(...inputs, (rules, payments, seed) => {
      const numbered = rules.map((rule, ruleId) => ({ ...rule, ruleId }));
      const program = compileRules(numbered);
      for (const values of payments) {
        const facts: FraudFacts = { now, values };
        const lookUp = (lookup: Lookup) => resultOf(seed, lookup);
        const expected = numbered.filter(
          (rule) => rule.installationIds.includes(1) && interpretRule(rule, facts, lookUp),
        );
        const evaluation = new Evaluation(program, facts, 1);
        const results: LookupResult[] = [];
        for (const index of evaluation.openLookups())
          results[index] = lookUp(program.lookups[index] as Lookup);
        const matchedIds = evaluation.finish(results).map(({ ruleId }) => ruleId);
        expect(matchedIds).toEqual(expected.map(({ ruleId }) => ruleId));
        pairs += rules.length;
        matches += matchedIds.length;
      }
    }),
    { numRuns: 510 },
  );
  expect(pairs).toBeGreaterThan(100_000);
  expect(matches).toBeGreaterThan(10_000);
});

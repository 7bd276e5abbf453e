import { expect, test } from 'vitest';
import { demoRules, demoTerritoryRules, onList } from '../demo/people/demo-rule-texts.ts';
import * as schemas from '#features/fraud/fraud-rules/schemas.ts';

test('the demo has twelve rules and three territory rules', () => {
  const rules = demoRules();
  expect(rules).toHaveLength(12);
  expect(demoTerritoryRules).toHaveLength(3);
  for (const { body, changes = [], list } of rules)
    for (const part of [{}, ...changes.map((change) => change.part)])
      expect(() =>
        schemas.createRule.body.parse({ ...body, ...part, ...(list ? onList(list.field, 7) : {}) }),
      ).not.toThrow();
  for (const { body } of demoTerritoryRules)
    expect(() => schemas.createTerritoryRule.body.parse(body)).not.toThrow();
});

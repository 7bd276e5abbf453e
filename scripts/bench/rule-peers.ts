import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FraudFacts } from '#features/fraud/fraud-engine/facts.ts';
import { type Condition, type EvaluatedRule, locationFields } from '#features/fraud/fraud-rules/rule.ts';
import { projectRoot } from '#server/config.ts';

/** Another engine with the same rules: the ids of those that match. */
export interface Peer {
  name: string;
  evaluate(facts: FraudFacts): Promise<number[]> | number[];
}

const pinned = join(import.meta.dirname, 'peers');
const folder = join(projectRoot, '.cache', 'bench', 'peers');

/** The engines that we compare with, at the versions of peers/package.json; the first call installs them. */
export function loadPeers(rules: readonly EvaluatedRule[]): Peer[] {
  if (!existsSync(join(folder, 'node_modules'))) {
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(pinned, 'package.json'), join(folder, 'package.json'));
    execFileSync('npm', ['install', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'inherit',
    });
  }
  const require = createRequire(join(folder, 'package.json'));
  return [jsonRulesEngine(require, rules), zenEngine(require, rules)];
}

interface JsonRulesEngine {
  addOperator(name: string, evaluate: (fact: unknown, value: unknown) => boolean): void;
  addRule(rule: object): void;
  run(facts: object): Promise<{ events: { params: { ruleId: number } }[] }>;
}

function jsonRulesEngine(require: NodeJS.Require, rules: readonly EvaluatedRule[]): Peer {
  const { Engine } = require('json-rules-engine') as {
    Engine: new (rules: [], options: object) => JsonRulesEngine;
  };
  const engine = new Engine([], { allowUndefinedFacts: true });
  for (const [name, test] of Object.entries(tests))
    engine.addOperator(name, (fact, value) => test(fact as string | number | null, value as string));
  for (const rule of rules) {
    if (rule.ruleType !== 'rule') continue;
    const { conditions, logicalOperator } = rule.joinedConditions;
    const list = conditions.map((condition) => {
      const { field, operator, value, other } = plain(condition);
      return { fact: field, operator, value: other === undefined ? value : { fact: other } };
    });
    engine.addRule({
      conditions: logicalOperator === 'and' ? { all: list } : { any: list },
      event: { type: 'match', params: { ruleId: rule.ruleId } },
    });
  }
  return {
    name: 'json-rules-engine 7.3.1',
    async evaluate({ values }) {
      const { events } = await engine.run(values);
      return events.map(({ params }) => params.ruleId).toSorted((a, b) => a - b);
    },
  };
}

/** One expression with a truth for each rule: the fastest way that the engine offers. */
function zenEngine(require: NodeJS.Require, rules: readonly EvaluatedRule[]): Peer {
  const { evaluateExpressionSync } = require('@gorules/zen-engine') as {
    evaluateExpressionSync(expression: string, context: object): boolean[];
  };
  const parts = rules.flatMap((rule) => {
    if (rule.ruleType !== 'rule') return [];
    const { conditions, logicalOperator } = rule.joinedConditions;
    return [conditions.map((condition) => `(${zenCondition(condition)})`).join(` ${logicalOperator} `)];
  });
  const expression = `[${parts.join(', ')}]`;
  return {
    name: '@gorules/zen-engine 0.54.0',
    evaluate: ({ values }) =>
      evaluateExpressionSync(expression, values).flatMap((isMatch, index) => (isMatch ? [index + 1] : [])),
  };
}

interface PlainCondition {
  field: string;
  operator: string;
  value: string;
  other?: string;
}

function plain(condition: Condition): PlainCondition {
  if (condition.type === 'geolocation') {
    const { locationType1, locationType2, operator } = condition;
    return {
      field: locationFields[locationType1],
      operator: operator === 'equalTo' ? 'same' : 'differs',
      value: '',
      other: locationFields[locationType2],
    };
  }
  if (condition.type !== 'simple') throw new Error(`the bench has no ${condition.type} conditions for peers`);
  return { field: condition.field, operator: condition.operator, value: condition.value };
}

type Value = string | number | null | undefined;
const has = (fact: Value): fact is string | number => fact !== null && fact !== undefined;

const tests: Readonly<Record<string, (fact: Value, value: string) => boolean>> = {
  equalTo: (fact, value) => has(fact) && fact === value,
  notEqualTo: (fact, value) => has(fact) && fact !== value,
  greaterThan: (fact, value) => has(fact) && Number(fact) > Number(value),
  lessThan: (fact, value) => has(fact) && Number(fact) < Number(value),
  greaterThanOrEqualTo: (fact, value) => has(fact) && Number(fact) >= Number(value),
  lessThanOrEqualTo: (fact, value) => has(fact) && Number(fact) <= Number(value),
  between: (fact, value) => {
    const [low = 0, high = 0] = value.split('|').map(Number);
    return has(fact) && Number(fact) >= low && Number(fact) <= high;
  },
  isIn: (fact, value) => has(fact) && value.split(',').includes(String(fact)),
  isNotIn: (fact, value) => has(fact) && !value.split(',').includes(String(fact)),
  contains: (fact, value) => has(fact) && String(fact).includes(value),
  endsWith: (fact, value) => has(fact) && String(fact).endsWith(value),
  isNull: (fact) => !has(fact),
  isNotNull: has,
  same: (fact, value: Value) => has(fact) && has(value) && fact === value,
  differs: (fact, value: Value) => has(fact) && has(value) && fact !== value,
};

function zenCondition(condition: Condition): string {
  const { field, operator, value, other } = plain(condition);
  const text = JSON.stringify(value);
  const set = `[${value
    .split(',')
    .map((value) => JSON.stringify(value))
    .join(', ')}]`;
  const [low, high] = value.split('|');
  const forms: Readonly<Record<string, string>> = {
    equalTo: `${field} == ${text}`,
    notEqualTo: `${field} != null and ${field} != ${text}`,
    greaterThan: `${field} > ${value}`,
    lessThan: `${field} < ${value}`,
    greaterThanOrEqualTo: `${field} >= ${value}`,
    lessThanOrEqualTo: `${field} <= ${value}`,
    between: `${field} >= ${low} and ${field} <= ${high}`,
    isIn: `${field} in ${set}`,
    isNotIn: `${field} != null and ${field} not in ${set}`,
    contains: `${field} != null and contains(${field}, ${text})`,
    endsWith: `${field} != null and endsWith(${field}, ${text})`,
    isNull: `${field} == null`,
    isNotNull: `${field} != null`,
    same: `${field} != null and ${other} != null and ${field} == ${other}`,
    differs: `${field} != null and ${other} != null and ${field} != ${other}`,
  };
  const form = forms[operator];
  if (form === undefined) throw new Error(`no expression for ${operator}`);
  return form;
}

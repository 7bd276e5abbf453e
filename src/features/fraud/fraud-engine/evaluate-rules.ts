import type { Condition, EvaluatedRule, JoinedConditions } from '#features/fraud/fraud-rules/rule.ts';
import { type FieldForm, type Test, type Value, compileCondition, readValue } from './compile-condition.ts';
import type { FraudFacts } from './facts.ts';
import { type Lookup, type LookupResult, buildLookup, lookupKey } from './lookups.ts';

export type MatchedRule = Pick<
  EvaluatedRule,
  | 'ruleId'
  | 'name'
  | 'version'
  | 'ruleType'
  | 'action'
  | 'deferFinalAction'
  | 'deferWaitPeriod'
  | 'actionToTest'
>;

interface CompiledCondition {
  /** The same for equal conditions of all rules. */
  index: number;
  test: Test;
  /** The index of its lookup; undefined for a condition that reads the payment only. */
  lookup: number | undefined;
}

interface CompiledRule {
  rule: MatchedRule;
  installationIds: readonly number[];
  isOr: boolean;
  conditions: readonly CompiledCondition[];
}

/** The rules of one merchant. */
export interface CompiledRules {
  rules: readonly CompiledRule[];
  /** The number of different conditions. */
  conditionCount: number;
  /** The values of a payment that conditions compare. */
  fields: readonly FieldForm[];
  lookups: readonly Lookup[];
  /** The highest number that a condition compares each result with: no more rows need counting. */
  lookupLimits: readonly number[];
}

/** Attempts are counted up to here. */
const maxCount = 1_000_000;

/** Compiles the rules of a merchant. Equal conditions become one, and so do equal fields and lookups. */
export function compileRules(rules: readonly EvaluatedRule[]): CompiledRules {
  const conditions = new Distinct<CompiledCondition>();
  const fields = new Distinct<FieldForm>();
  const lookups = new Distinct<Lookup>();
  const lookupLimits: number[] = [];
  const indexOfLookup = (lookup: Lookup) => lookups.add(lookupKey(lookup), () => lookup);
  const indexes = {
    ofField: (field: string, form: FieldForm['form']) =>
      fields.add(`${form} ${field}`, () => ({ field, form })),
    ofLookup(lookup: Lookup, limit: number) {
      const index = indexOfLookup(lookup);
      lookupLimits[index] = Math.min(Math.max(lookupLimits[index] ?? 0, Math.ceil(limit)), maxCount);
      return index;
    },
  };
  const compile = (condition: Condition, joined: JoinedConditions): CompiledCondition => {
    const lookup = buildLookup(condition, joined);
    const index = conditions.add(JSON.stringify([condition, lookup]), (newIndex) => ({
      index: newIndex,
      test: compileCondition(condition, joined, indexes),
      lookup: lookup && indexOfLookup(lookup),
    }));
    return conditions.items[index] as CompiledCondition;
  };
  const compiled = rules.map((rule): CompiledRule => {
    const { ruleId, name, version, ruleType, action, deferFinalAction, deferWaitPeriod, actionToTest } = rule;
    const joined = joinConditions(rule);
    const distinct = [...new Set(joined.conditions.map((condition) => compile(condition, joined)))];
    return {
      rule: { ruleId, name, version, ruleType, action, deferFinalAction, deferWaitPeriod, actionToTest },
      installationIds: [...rule.installationIds],
      isOr: joined.logicalOperator === 'or',
      // Conditions on the payment itself come first: they can decide a rule without a lookup to the database.
      conditions: distinct.toSorted(
        (a, b) => Number(a.lookup !== undefined) - Number(b.lookup !== undefined),
      ),
    };
  });
  return {
    rules: compiled.filter((rule) => rule.conditions.length > 0),
    conditionCount: conditions.items.length,
    fields: fields.items,
    lookups: lookups.items,
    lookupLimits,
  };
}

/** Items in the order of their first use, each key once. */
class Distinct<T> {
  readonly items: T[] = [];
  readonly #indexes = new Map<string, number>();

  /** The index of the item with this key. */
  add(key: string, create: (index: number) => T): number {
    const existing = this.#indexes.get(key);
    if (existing !== undefined) return existing;
    const index = this.items.length;
    this.#indexes.set(key, index);
    this.items.push(create(index));
    return index;
  }
}

/** The conditions of a rule. A territory rule has one, on its country. */
export function joinConditions(rule: EvaluatedRule): JoinedConditions {
  if (rule.ruleType === 'rule') return rule.joinedConditions;
  const {
    territoryComparisonType: field,
    territoryListOperator: operator,
    territories,
  } = rule.territoryCondition;
  const condition = { type: 'simple', field, operator, value: territories.join(',') } as const;
  return { logicalOperator: 'and', conditions: [condition] };
}

const isTrue = 1;
const isFalse = 2;

/** One payment and the rules of its merchant: first without, then with the results of the database. */
export class Evaluation {
  readonly #compiled: CompiledRules;
  readonly #values: readonly Value[];
  /** The truth of each condition that a rule has needed so far; 0 before. */
  readonly #truths: Uint8Array;
  /** Whether each rule matches; undefined while it needs a lookup. */
  readonly #matches: readonly (boolean | undefined)[];
  #results: readonly LookupResult[] | undefined;

  /** Evaluates the conditions that need only the payment. */
  constructor(compiled: CompiledRules, facts: FraudFacts, installationId: number) {
    this.#compiled = compiled;
    this.#values = compiled.fields.map((field) => readValue(field, facts));
    this.#truths = new Uint8Array(compiled.conditionCount);
    this.#matches = compiled.rules.map(
      (rule) => rule.installationIds.includes(installationId) && this.#match(rule),
    );
  }

  /** The lookups of rules that are not decided yet, by index into the lookups of the rules. */
  openLookups(): number[] {
    const open = this.#compiled.rules.filter((_, index) => this.#matches[index] === undefined);
    const lookups = open.flatMap(({ conditions }) => conditions.flatMap(({ lookup }) => lookup ?? []));
    return [...new Set(lookups)];
  }

  /** All rules that match, given the results by lookup index. */
  finish(results: readonly LookupResult[]): MatchedRule[] {
    this.#results = results;
    const matched = this.#compiled.rules.filter((rule, index) => this.#matches[index] ?? this.#match(rule));
    return matched.map(({ rule }) => rule);
  }

  #match({ conditions, isOr }: CompiledRule): boolean | undefined {
    const deciding = isOr ? isTrue : isFalse;
    let isOpen = false;
    for (const { index, test, lookup } of conditions) {
      let truth = this.#truths[index];
      if (truth === 0) {
        const values = lookup === undefined ? this.#values : this.#results;
        if (!values) {
          isOpen = true;
          continue;
        }
        truth = test(values) ? isTrue : isFalse;
        this.#truths[index] = truth;
      }
      if (truth === deciding) return isOr;
    }
    return isOpen ? undefined : !isOr;
  }
}

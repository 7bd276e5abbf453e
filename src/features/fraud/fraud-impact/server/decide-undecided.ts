import type { TxnRow } from '#database/schema.ts';
import { comparable } from '#features/fraud/fraud-engine/facts.ts';
import { joinConditions } from '#features/fraud/fraud-engine/evaluate-rules.ts';
import { explainCondition } from '#features/fraud/fraud-engine/explain-condition.ts';
import { type ListLookup, buildLookup } from '#features/fraud/fraud-engine/lookups.ts';
import { buildFacts, type EvaluatedTransaction } from '#features/fraud/fraud-engine/server/build-facts.ts';
import { isOnList, matchRuleLists } from '#features/fraud/fraud-engine/server/list-lookups.ts';
import type { Condition, EvaluatedRule } from '#features/fraud/fraud-rules/rule.ts';
import type { FraudFacts } from '#features/fraud/fraud-engine/facts.ts';
import {
  type ConditionContext,
  type ListJoins,
  joinLists,
  postgresDialect,
} from './postgres/postgres-dialect.ts';
import { translateCondition } from './translate-rule.ts';

const chunk = 1000;

/**
 * Which of the transactions the rule matches, by the engine's own `buildFacts` and evaluator.
 * Lists and counts come from SQL, and values of lists that SQL cannot form from the engine's own lookup.
 */
export async function decideUndecided(
  context: ConditionContext,
  rule: EvaluatedRule,
  txnIds: readonly number[],
): Promise<number[]> {
  const matches: number[] = [];
  for (let from = 0; from < txnIds.length; from += chunk)
    matches.push(...(await decideChunk(context, rule, txnIds.slice(from, from + chunk))));
  return matches;
}

type Stored = TxnRow & { dateOfBirth: string | null; results: (boolean | null)[] };

async function decideChunk(
  context: ConditionContext,
  rule: EvaluatedRule,
  txnIds: readonly number[],
): Promise<number[]> {
  const { sql, companyId, customNames } = context;
  const joined = joinConditions(rule);
  const lookedUp = joined.conditions.filter(needsLookup);
  const joins: ListJoins = [];
  const results = lookedUp
    .map((condition) => translateCondition(postgresDialect(context, joins), condition, joined))
    .reduce((all, column) => sql`${all}, ${column}`, sql`null::boolean`);
  const rows = await sql<Stored[]>`
    select t.*, c.date_of_birth, array[${results}] as results
    from txn t left join customer c on c.company_id = t.company_id and c.customer_id = t.customer_id ${joinLists(sql, joins)}
    where t.company_id = ${companyId}::integer and t.txn_id = any (${txnIds as number[]}::bigint[])`;
  const customFields = new Map([...customNames].map(([id, name]) => [name, id]));
  const payments = rows.map((row) => {
    const txn = { ...row, detail: row.detail ?? {} } as EvaluatedTransaction;
    const { txnId, txnDatetime: now, dateOfBirth, results: knownResults } = row;
    return {
      txnId,
      knownResults: knownResults.slice(1),
      facts: buildFacts(txn, { now, dateOfBirth, customFields }),
    };
  });
  const isOn = await lookUpLists(
    context,
    lookedUp,
    payments.map(({ facts }) => facts),
  );
  const tests = joined.conditions.map((condition) => {
    const index = lookedUp.indexOf(condition);
    const evaluate = explainCondition(condition, joined);
    return ({ facts, knownResults }: (typeof payments)[number]): boolean =>
      index === -1
        ? evaluate(facts, () => undefined).isTrue
        : (knownResults[index] ?? isOn(condition, facts));
  });
  const matched = payments.filter((payment) =>
    joined.logicalOperator === 'and'
      ? tests.every((isTrue) => isTrue(payment))
      : tests.some((isTrue) => isTrue(payment)),
  );
  return matched.map(({ txnId }) => txnId);
}

const needsLookup = (condition: Condition): boolean => buildLookup(condition, {}) !== undefined;

/** The truth of list conditions, with one statement for all values. */
async function lookUpLists(
  { sql, companyId, lists, today }: ConditionContext,
  conditions: readonly Condition[],
  facts: readonly FraudFacts[],
): Promise<(condition: Condition, facts: FraudFacts) => boolean> {
  const lookups = conditions
    .map((condition) => buildLookup(condition, {}))
    .filter((lookup): lookup is ListLookup => lookup?.kind === 'list');
  const matches = await matchRuleLists(sql, { companyId, lists, today }, lookups, facts);
  const byList = Map.groupBy(matches, ({ listId }) => listId);
  return (condition, { values }) => {
    const lookup = buildLookup(condition, {});
    if (condition.type !== 'list' || lookup?.kind !== 'list') return false;
    const value = comparable(lookup.field, values[lookup.field]);
    if (value === null) return false;
    return isOnList(lookup, value, byList.get(lookup.listId) ?? []) === (condition.operator !== 'isNotIn');
  };
}

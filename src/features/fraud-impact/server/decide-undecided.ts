import type { TxnRow } from '#database/schema.ts';
import { comparable } from '#features/fraud-engine/facts.ts';
import { interpretRule, evaluateCondition } from '#features/fraud-engine/interpret.ts';
import { type ListQuestion, questionOf } from '#features/fraud-engine/outside.ts';
import { buildFacts, type EvaluatedTransaction } from '#features/fraud-engine/server/build-facts.ts';
import { answerList, listLookups } from '#features/fraud-engine/server/list-lookups.ts';
import { matchListValues } from '#features/fraud-lists/server/match-lists.ts';
import type { Condition, EvaluatedRule } from '#features/fraud-rules/rule.ts';
import type { FraudFacts } from '#features/fraud-engine/facts.ts';
import { conditionSql } from './postgres/condition-sql.ts';
import type { ConditionContext } from './postgres/outside-sql.ts';

const chunk = 1000;

/**
 * Which of the transactions the rule matches, by the reference: `buildFacts` and `interpret.ts`, as a payment is evaluated.
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

type Stored = TxnRow & { dateOfBirth: string | null; answers: (boolean | null)[] };

async function decideChunk(
  context: ConditionContext,
  rule: EvaluatedRule,
  txnIds: readonly number[],
): Promise<number[]> {
  const { sql, companyId, customNames } = context;
  const asked = rule.ruleType === 'rule' ? rule.joinedConditions.conditions.filter(isAsked) : [];
  const joined = rule.ruleType === 'rule' ? rule.joinedConditions : {};
  const answers = asked
    .map((condition) => conditionSql(context, condition, joined))
    .reduce((all, one) => sql`${all}, ${one}`, sql`null::boolean`);
  const rows = await sql<Stored[]>`
    select t.*, c.date_of_birth, array[${answers}] as answers
    from txn t left join customer c on c.company_id = t.company_id and c.customer_id = t.customer_id
    where t.company_id = ${companyId}::integer and t.txn_id = any (${txnIds as number[]}::bigint[])`;
  const customFields = new Map([...customNames].map(([id, name]) => [name, id]));
  const payments = rows.map((row) => {
    const txn = { ...row, detail: row.detail ?? {} } as EvaluatedTransaction;
    const { txnId, txnDatetime: now, dateOfBirth, answers: given } = row;
    return { txnId, given: given.slice(1), facts: buildFacts(txn, { now, dateOfBirth, customFields }) };
  });
  if (rule.ruleType === 'territoryRule')
    return payments
      .filter(({ facts }) => interpretRule(rule, facts, () => undefined))
      .map(({ txnId }) => txnId);
  const isOn = await lookUpLists(
    context,
    asked,
    payments.map(({ facts }) => facts),
  );
  return payments
    .filter(({ facts, given }) => {
      const evaluate = (condition: Condition): boolean => {
        const index = asked.indexOf(condition);
        if (index === -1) return evaluateCondition(condition, rule, facts, () => undefined).isTrue;
        return given[index] ?? isOn(condition, facts);
      };
      const { conditions, logicalOperator } = rule.joinedConditions;
      return logicalOperator === 'and' ? conditions.every(evaluate) : conditions.some(evaluate);
    })
    .map(({ txnId }) => txnId);
}

const isAsked = (condition: Condition): boolean => questionOf(condition, {}) !== undefined;

/** The truth of list conditions, with one statement for all values. */
async function lookUpLists(
  { sql, companyId, lists, today }: ConditionContext,
  asked: readonly Condition[],
  facts: readonly FraudFacts[],
): Promise<(condition: Condition, facts: FraudFacts) => boolean> {
  const questions = asked
    .map((condition) => questionOf(condition, {}))
    .filter((question): question is ListQuestion => question?.kind === 'list');
  const lookups = facts.flatMap((one) => listLookups(lists, questions, one));
  const found = await matchListValues(sql, companyId, lookups, today);
  const byList = Map.groupBy(found, ({ listId }) => listId);
  return (condition, { values }) => {
    const question = questionOf(condition, {});
    if (condition.type !== 'list' || question?.kind !== 'list') return false;
    const value = comparable(question.field, values[question.field]);
    if (value === null) return false;
    return (
      answerList(question, value, byList.get(question.listId) ?? []) === (condition.operator !== 'isNotIn')
    );
  };
}

import type { Condition, RuleCore } from '#features/fraud/fraud-rules/rule.ts';
import type { Fragment } from '#database/connection.ts';
import { conditionSql } from './condition-sql.ts';
import { fieldSql } from '#features/record/fraud-fields/server/field-sql.ts';
import type { ConditionContext } from './lookup-sql.ts';

/**
 * Whether a rule matches the stored transaction `t`: true, false, or null where only the engine can decide. SQL's own
 * three-valued `and` and `or` carry a null through to the rule exactly when it matters.
 */
export function ruleSql(context: ConditionContext, rule: RuleCore): Fragment {
  const { sql } = context;
  if (rule.ruleType === 'territoryRule') {
    const { territoryComparisonType: field, territoryListOperator, territories } = rule.territoryCondition;
    const { isPresent, value } = fieldSql(context, field);
    const isListed = sql`(${value} = any (${territories as string[]}::text[]))`;
    return sql`(${isPresent} and ${territoryListOperator === 'isIn' ? isListed : sql`not ${isListed}`})`;
  }
  const { conditions, logicalOperator } = rule.joinedConditions;
  if (conditions.length === 0) return sql`false`;
  // PostgreSQL evaluates from left to right: what reads other tables runs for rows that the rest leaves open.
  const parts = conditions
    .toSorted((a, b) => cost(a) - cost(b))
    .map((condition) => conditionSql(context, condition, rule.joinedConditions));
  const joint = sql.unsafe(logicalOperator);
  return sql`(${parts.reduce((all, part) => sql`${all} ${joint} ${part}`)})`;
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

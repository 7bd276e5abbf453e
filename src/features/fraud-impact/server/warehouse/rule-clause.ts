import { questionOf } from '#features/fraud-engine/outside.ts';
import type { Condition, JoinedConditions, RuleCore } from '#features/fraud-rules/rule.ts';
import { warehouseField } from '#features/fraud-fields/server/warehouse-fields.ts';
import { type ClickHouseSql, clause, join, param } from '#warehouse/clickhouse-sql.ts';
import { type ClauseContext, conditionClause } from './condition-clause.ts';
import { measureLimit } from '../condition-parts.ts';
import { type AttemptRange, measureClause } from './measure-clause.ts';

/** Whether a row of the range matches. */
export type RuleClause = (range: AttemptRange) => ClickHouseSql;

/**
 * Whether a rule matches a row of the warehouse, as `ruleSql` has it for PostgreSQL: true, false, or null where only the
 * reference can decide. Undefined for a rule that the warehouse cannot evaluate.
 */
export function ruleClause(rule: RuleCore, context: ClauseContext): RuleClause | undefined {
  if (rule.ruleType === 'territoryRule') {
    const { territoryComparisonType: field, territoryListOperator, territories } = rule.territoryCondition;
    const found = warehouseField(field, context.customNames);
    if (!found) return undefined;
    const listed = clause`has(${param(territories, 'Array(String)')}, ifNull(${found.value}, ''))`;
    const isMatch = territoryListOperator === 'isIn' ? listed : clause`not ${listed}`;
    return () => clause`(${found.isPresent} and ${isMatch})`;
  }
  const { conditions, logicalOperator } = rule.joinedConditions;
  if (conditions.length === 0) return () => clause`false`;
  const parts = conditions.map((condition) => truthOf(condition, rule.joinedConditions, context));
  if (!parts.every((part) => part !== undefined)) return undefined;
  return (range) =>
    clause`(${join(
      parts.map((part) => part(range)),
      ` ${logicalOperator} `,
    )})`;
}

function truthOf(
  condition: Condition,
  joined: Pick<JoinedConditions, 'scope'>,
  context: ClauseContext,
): RuleClause | undefined {
  const question = questionOf(condition, joined);
  if (question?.kind === 'measure') {
    const { operator } = condition as { operator: string };
    return measureClause(question, operator, measureLimit(condition));
  }
  const truth = conditionClause(condition, context);
  return truth && (() => truth);
}

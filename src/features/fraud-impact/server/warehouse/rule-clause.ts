import type { RuleCore } from '#features/fraud-rules/rule.ts';
import { warehouseField } from '#features/fraud-fields/server/warehouse-fields.ts';
import { type ClickHouseSql, clause, join, param } from '#warehouse/clickhouse-sql.ts';
import { type ListValues, conditionClause } from './condition-clause.ts';

/**
 * Whether a rule matches a row of the warehouse, as `ruleSql` has it for PostgreSQL: true, false, or null where only the
 * reference can decide. Undefined for a rule that the warehouse cannot evaluate.
 */
export function ruleClause(rule: RuleCore, lists: ListValues): ClickHouseSql | undefined {
  if (rule.ruleType === 'territoryRule') {
    const { territoryComparisonType: field, territoryListOperator, territories } = rule.territoryCondition;
    const found = warehouseField(field);
    if (!found) return undefined;
    const listed = clause`has(${param(territories, 'Array(String)')}, ifNull(${found.value}, ''))`;
    return clause`(${found.isPresent} and ${territoryListOperator === 'isIn' ? listed : clause`not ${listed}`})`;
  }
  const { conditions, logicalOperator } = rule.joinedConditions;
  if (conditions.length === 0) return clause`false`;
  const parts = conditions.map((condition) => conditionClause(condition, lists));
  if (!parts.every((part) => part !== undefined)) return undefined;
  return clause`(${join(parts, ` ${logicalOperator} `)})`;
}

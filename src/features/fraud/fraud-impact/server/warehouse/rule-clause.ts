import { type MeasureLookup, buildLookup } from '#features/fraud/fraud-engine/lookups.ts';
import {
  type Condition,
  type JoinedConditions,
  type RuleCore,
  windowMs,
} from '#features/fraud/fraud-rules/rule.ts';
import { warehouseField } from '#features/record/fraud-fields/server/warehouse-fields.ts';
import { ClickHouseSql, clause, join, param } from '#warehouse/clickhouse-sql.ts';
import { retentionMs } from '#features/fraud/fraud-engine/server/jobs/delete-old-attempts.ts';
import { attemptKeyColumn } from '#features/record/fraud-fields/server/warehouse-attempts.ts';
import { newestVersions } from '#features/record/reporting/server/warehouse-table.ts';
import { dayMs } from '#server/clock.ts';
import { type ClauseContext, conditionClause } from './condition-clause.ts';
import { comparatorSign, measureLimit } from '../condition-parts.ts';
import type { Population } from '../db/population.ts';
import { double, moment } from './values.ts';

/** Whether a row of the range matches. */
export type RuleClause = (range: AttemptRange) => ClickHouseSql;

/**
 * Whether a rule matches a row of the warehouse, as `ruleSql` has it for PostgreSQL: true, false, or null where only the
 * reference can decide. Undefined for a rule that the warehouse cannot evaluate.
 */
export function ruleClause(rule: RuleCore, context: ClauseContext): RuleClause | undefined {
  if (rule.ruleType === 'territoryRule') {
    const { territoryComparisonType: field, territoryListOperator, territories } = rule.territoryCondition;
    const territoryField = warehouseField(field, context.customNames);
    if (!territoryField) return undefined;
    const isListed = clause`has(${param(territories, 'Array(String)')}, ifNull(${territoryField.value}, ''))`;
    const isMatch = territoryListOperator === 'isIn' ? isListed : clause`not ${isListed}`;
    return () => clause`(${territoryField.isPresent} and ${isMatch})`;
  }
  const { conditions, logicalOperator } = rule.joinedConditions;
  if (conditions.length === 0) return () => clause`false`;
  const parts = conditions.map((condition) => conditionState(condition, rule.joinedConditions, context));
  if (!parts.every((part) => part !== undefined)) return undefined;
  return (range) =>
    clause`(${join(
      parts.map((part) => part(range)),
      ` ${logicalOperator} `,
    )})`;
}

function conditionState(
  condition: Condition,
  joined: Pick<JoinedConditions, 'scope'>,
  context: ClauseContext,
): RuleClause | undefined {
  const lookup = buildLookup(condition, joined);
  if (lookup?.kind === 'measure') {
    const { operator } = condition as { operator: string };
    return measureClause(lookup, operator, measureLimit(condition));
  }
  const clauseOfCondition = conditionClause(condition, context);
  return clauseOfCondition && (() => clauseOfCondition);
}

/** The values that decide which attempts a row counts. */
interface AttemptRange extends Pick<Population, 'companyId' | 'from' | 'until'> {
  /** Old attempts have been deleted since; the end of the range without it. */
  now?: Date;
}

const raw = (text: string): ClickHouseSql => new ClickHouseSql([text]);

/** Attempts count in their own scope; those without a branch together, as in PostgreSQL. */
const scopeColumns: Readonly<Record<MeasureLookup['scope'], string>> = {
  company: '',
  branch: ', attempt_branch_id',
  merchant: ', merchant_id',
  installation: ', installation_id',
};

/**
 * The truth of a count or sum for a row, as `measureSql` has it: each attempt with the row's key adds
 * when it arrives and subtracts when the window has left it, which is before an arrival of the same moment. Undefined for what the warehouse does not count.
 */
function measureClause(
  { field, window, scope, aggregate }: MeasureLookup,
  operator: string,
  limit: number,
): ((range: AttemptRange) => ClickHouseSql) | undefined {
  const key = attemptKeyColumn(field);
  if (!key || aggregate.kind === 'distinct') return undefined;
  const sign = comparatorSign(operator);
  if (sign === undefined || Number.isNaN(limit)) return () => clause`false`;
  const windowUs = windowMs(window) * 1000;
  const added =
    aggregate.kind === 'count'
      ? clause`toInt64(attempt_is_payout = 0)`
      : clause`if(attempt_is_payout = ${raw(aggregate.sumType === 'payouts' ? '1' : '0')}
          and ccy_code = ${param(aggregate.currency, 'String')}, assumeNotNull(attempt_minor), 0)`;
  return ({ companyId, from, until, now = until }) => {
    // PostgreSQL has deleted older attempts, and the figures are to be the same.
    const since = Math.max(from.getTime() - windowMs(window), now.getTime() - retentionMs);
    return clause`(txn_id in (
      select txn_id from (
        select txn_id, txn_datetime, is_arrival,
          sum(added * sign) over (partition by key, place order by at, is_arrival, txn_id
            rows between unbounded preceding and current row) as counted
        from (
          select txn_id, txn_datetime, key, place, added, is_arrival, if(is_arrival, 1, -1) as sign,
            if(is_arrival, attempt_at, attempt_at + ${param(windowUs, 'Int64')}) as at
          from (
            select txn_id, txn_datetime, assumeNotNull(attempt_at) as attempt_at, assumeNotNull(${key}) as key,
              tuple(0${raw(scopeColumns[scope])}) as place, ${added} as added
            from ${newestVersions}
            where company_id = ${param(companyId, 'Int32')} and isNotNull(attempt_at) and isNotNull(${key})
              and attempt_at > ${param(since * 1000, 'Int64')}
              and txn_datetime >= ${moment(new Date(since - dayMs))} and txn_datetime < ${moment(until)}
          ) array join [false, true] as is_arrival
        )
      )
      where is_arrival and txn_datetime >= ${moment(from)} and toFloat64(counted) ${raw(sign)} ${double(limit)}
    ))`;
  };
}

import type { TenantSql } from '#database/tenant.ts';
import type { EvaluatedRule, RuleCore } from '#features/fraud/fraud-rules/rule.ts';
import {
  afterFailure,
  completeMoment,
  findUnusableReason,
} from '#features/record/reporting/server/usable-warehouse.ts';
import { addMs } from '#server/clock.ts';
import type { Services } from '#server/services.ts';
import { hasManyLabels } from './db/fraud-labels.ts';
import type { Population } from './db/population.ts';
import type { ImpactStore } from './impact-store.ts';
import type { ConditionContext } from './postgres-dialect.ts';
import { postgresStore } from './postgres-store.ts';
import { type ListValues, isInWarehouse, ruleClause } from './warehouse-dialect.ts';
import { WarehouseFailed, warehouseStore } from './warehouse-store.ts';
import { retentionMs } from '#features/fraud/fraud-engine/server/delete-old-attempts.ts';
import { buildLookup } from '#features/fraud/fraud-engine/lookups.ts';

interface MeasurementCaller {
  sql: TenantSql;
  services: Services;
  signal: AbortSignal;
}

interface ImpactQuery {
  rule: EvaluatedRule;
  /** The end of the range; undefined for the newest moment that the store has reached. */
  until: Date | undefined;
}

/** The end of the range, and the warehouse where it measures. */
interface Choice {
  until: Date;
  warehouse?: ImpactStore;
}

/**
 * Measures in the warehouse, if there is one that has reached the end of the range and can evaluate the rule. PostgreSQL
 * measures otherwise, and when the warehouse fails. `countinghouse_impacts_total` counts the reasons.
 */
export async function withStore<T>(
  caller: MeasurementCaller,
  context: ConditionContext,
  query: ImpactQuery,
  measure: (store: ImpactStore, until: Date) => Promise<T>,
): Promise<T> {
  const { services, signal } = caller;
  const { until, warehouse } = await chooseStore(caller, context, query);
  if (warehouse) {
    try {
      return await measure(warehouse, until);
    } catch (error) {
      if (!(error instanceof WarehouseFailed)) throw error;
      afterFailure(services, signal, error.cause);
      services.state.impactResponses.inc({ store: 'postgres', why: 'failed' });
    }
  }
  return measure(postgresStore(context), until);
}

async function chooseStore(
  { sql, services, signal }: MeasurementCaller,
  context: ConditionContext,
  { rule, until }: ImpactQuery,
): Promise<Choice> {
  const count = (store: 'postgres' | 'warehouse', reason: string) =>
    services.state.impactResponses.inc({ store, why: reason });
  const postgres = (reason: string): Choice => {
    count('postgres', reason);
    return { until: until ?? services.clock.now() };
  };
  const unusable = findUnusableReason(services);
  if (unusable || !services.warehouse) return postgres(unusable ?? 'none');
  const { customNames } = context;
  const lists = await loadListValues(context, rule);
  if (!lists || !isInWarehouse(rule)) return postgres('other-conditions');
  if (await hasManyLabels(sql, context.companyId, addMs(services.clock.now(), -retentionMs)))
    return postgres('many-labels');
  const replicated = await completeMoment(sql, services);
  if (replicated.state !== 'usable') return postgres(replicated.state);
  const moment = replicated.completeUntil;
  // A later range of a measurement ends with the first.
  if (until && until > moment) return postgres('behind');
  count('warehouse', 'chosen');
  const isMatch = (population: Population) =>
    ruleClause(rule, { customNames, lists }, { ...population, now: moment });
  const store = warehouseStore(services.warehouse, isMatch, { customNames, signal });
  return { until: until ?? moment, warehouse: store };
}

/** All lists of a rule together: their values are parameters of the statement, of at most 128 KiB each. */
const maxValues = 2000;
const maxBytes = 60_000;
/** Every value is searched in every payment's. */
const maxParts = 100;

/** The values of the rule's active lists; undefined when they are too many for a statement of the warehouse. */
export async function loadListValues(
  { sql, companyId, lists, today }: ConditionContext,
  rule: RuleCore,
): Promise<ListValues | undefined> {
  if (rule.ruleType === 'territoryRule') return new Map();
  const lookups = rule.joinedConditions.conditions.flatMap((condition) => {
    const lookup = buildLookup(condition, {});
    return lookup?.kind === 'list' ? [lookup] : [];
  });
  const listIds = lists
    .filter((list) => list.active && lookups.some(({ listId }) => listId === list.listId))
    .map(({ listId }) => listId);
  if (listIds.length === 0) return new Map();
  const rows = await sql<{ listId: number; value: string }[]>`
    select i.list_id, i.match_value as value from fraud_list_item i
    where i.company_id = ${companyId}::integer and i.list_id = any (${listIds}::integer[])
      and (i.expiry_date is null or i.expiry_date >= ${today}::text::date)
    limit ${maxValues + 1}`;
  const bytes = rows.reduce((sum, { value }) => sum + Buffer.byteLength(value), 0);
  if (rows.length > maxValues || bytes > maxBytes) return undefined;
  const values = new Map(listIds.map((id): [number, string[]] => [id, []]));
  for (const { listId, value } of rows) values.get(listId)?.push(value);
  const hasLongSearch = lookups.some(
    ({ listId, operator }) => operator !== 'isIn' && (values.get(listId)?.length ?? 0) > maxParts,
  );
  return hasLongSearch ? undefined : values;
}

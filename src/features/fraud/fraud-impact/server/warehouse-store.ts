import { valueSets } from '#features/record/fraud-fields/field-catalogue.ts';
import { type CustomNames, warehouseField } from '#features/record/fraud-fields/server/warehouse-fields.ts';
import { newestVersions } from '#features/record/reporting/server/warehouse-table.ts';
import { ClickHouseSql, clause, join, param } from '#warehouse/clickhouse-sql.ts';
import type { Warehouse, WarehouseCell } from '#warehouse/warehouse.ts';
import { type Population, altersSql, outcomeSql, unevaluated } from './db/population.ts';
import { type Group, type ImpactStore, maxListed, maxUndecided, sampleSize } from './impact-store.ts';
import { moment } from './warehouse-dialect.ts';

/** The warehouse failed, not the measurement. */
export class WarehouseFailed extends Error {}

/** Measures the rule whose matches in a range `isMatch` is. */
export function warehouseStore(
  warehouse: Warehouse,
  isMatch: (population: Population) => ClickHouseSql,
  { customNames, signal }: { customNames: CustomNames; signal: AbortSignal },
): ImpactStore {
  const read = async (select: ClickHouseSql): Promise<WarehouseCell[][]> => {
    try {
      return await warehouse.rows(select, { signal });
    } catch (cause) {
      throw new WarehouseFailed('the warehouse failed', { cause });
    }
  };
  return {
    async readGroups(rule, population, fields, fraudIds = []) {
      const present = fields.map((field) => warehouseField(field, customNames).isPresent);
      const rows = await read(
        groupsClause(isMatch(population), altersSql(rule), population, { present, fraudIds }),
      );
      return rows.map(toGroup);
    },
    countRefunded: async (_population, groups) =>
      groups
        .filter(({ outcome, isRefunded, isFraud }) => outcome === 'accepted' && isRefunded && !isFraud)
        .reduce((sum, { payments }) => sum + payments, 0),
    async newestMatches(_rule, population, merchantIds) {
      const rows = await read(clause`
        select txn_id from ${newestVersions}
        where ${populationClause(population)} and merchant_id in ${ids(merchantIds)} and ${isMatch(population)}
        order by txn_datetime desc, txn_id desc
        limit ${param(sampleSize, 'UInt32')}`);
      return rows.map(([id]) => Number(id));
    },
  };
}

const ids = (values: readonly number[]) => param(values, 'Array(Int32)');

/** As `populationSql`. The warehouse has no row-level security, so every statement names company and merchants. */
const populationClause = (population: Population): ClickHouseSql => clause`${ofMerchants(population)}
  and installation_id in ${ids(population.installationIds)}
  and txn_datetime >= ${moment(population.from)} and txn_datetime < ${moment(population.until)}
  and txn_type in ${param(valueSets.transactionType, 'Array(String)')}
  and coalesce(reason_code, '') not in (${new ClickHouseSql([unevaluated])})`;

const ofMerchants = ({ companyId, merchantIds }: Population): ClickHouseSql =>
  clause`company_id = ${param(companyId, 'Int32')} and merchant_id in ${ids(merchantIds)}`;

/** As `readGroups` of PostgreSQL, and whether a payment was refunded or fraud, for those that do not match too. */
function groupsClause(
  isMatch: ClickHouseSql,
  alters: string,
  population: Population,
  { present, fraudIds }: { present: readonly ClickHouseSql[]; fraudIds: readonly number[] },
): ClickHouseSql {
  const missing = present.map((isPresent) => clause`, toUInt64(ifNull(not ${isPresent}, false))`);
  const refunded = clause`select txn_root_id from ${newestVersions}
    where ${ofMerchants(population)} and txn_datetime >= ${moment(population.from)}
      and txn_type = 'REFUND' and txn_status = 'SUCCESS'`;
  const isFraud = fraudIds.length === 0 ? clause`0` : clause`txn_id in ${param(fraudIds, 'Array(Int64)')}`;
  const open = clause`ifNull(is_match, true)`;
  const listIds = (max: number, condition: ClickHouseSql) =>
    clause`toString(groupArrayIf(${new ClickHouseSql([String(max)])})(txn_id, ${condition}))`;
  return clause`
    select outcome, alters, is_refunded, is_fraud, ccy_code, source, is_match, count(), sum(requested_minor),
      ${listIds(maxListed, clause`ifNull(is_match, false)`)}, ${listIds(maxUndecided, clause`isNull(is_match)`)},
      toString(sumForEach(missing))
    from (
      select txn_id, ccy_code, requested_minor, is_match, missing, ${new ClickHouseSql([outcomeSql])} as outcome,
        toUInt8(${open} and ${new ClickHouseSql([alters])}) as alters,
        txn_id in (${refunded}) as is_refunded, ${isFraud} as is_fraud,
        if(${open} and outcome = 'blocked', decision_source, null) as source
      from (
        select txn_id, ccy_code, requested_minor, txn_type, txn_status, decision_source,
          AUTHORISERSTATUS as authoriser_status, OPTIMIZE360_OUTCOME as optimize360_outcome,
          toUInt8(${isMatch}) as is_match, [toUInt64(0)${join(missing, '')}] as missing
        from ${newestVersions} where ${populationClause(population)}
      ) as t
    )
    group by outcome, alters, is_refunded, is_fraud, ccy_code, source, is_match`;
}

function toGroup(row: readonly WarehouseCell[]): Group {
  const [
    outcome,
    alters,
    isRefunded,
    isFraud,
    ccyCode,
    source,
    match,
    payments,
    minor,
    matching,
    undecided,
    missing,
  ] = row;
  const isMatch = match === null ? null : Boolean(match);
  const max = isMatch === null ? maxUndecided : isMatch ? maxListed : 0;
  const matchIds = isMatch === null ? undecided : matching;
  return {
    outcome: outcome as Group['outcome'],
    alters: Boolean(alters),
    isRefunded: Boolean(isRefunded),
    isFraud: Boolean(isFraud),
    ccyCode: String(ccyCode),
    source: source as string | null,
    isMatch,
    payments: Number(payments),
    minor: Number(minor),
    ids: Number(payments) <= max ? (JSON.parse(String(matchIds)) as number[]) : null,
    missing: JSON.parse(String(missing)) as number[],
  };
}

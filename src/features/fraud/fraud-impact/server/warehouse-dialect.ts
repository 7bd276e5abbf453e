import { type ListLookup, type MeasureLookup, buildLookup } from '#features/fraud/fraud-engine/lookups.ts';
import { type RuleCore, windowMs } from '#features/fraud/fraud-rules/rule.ts';
import { type CustomNames, warehouseField } from '#features/record/fraud-fields/server/warehouse-fields.ts';
import { ClickHouseSql, clause, param } from '#warehouse/clickhouse-sql.ts';
import { retentionMs } from '#features/fraud/fraud-engine/server/delete-old-attempts.ts';
import { attemptKeyColumn } from '#features/record/fraud-fields/server/warehouse-attempts.ts';
import { newestVersions } from '#features/record/reporting/server/warehouse-table.ts';
import { dayMs } from '#server/clock.ts';
import type { Population } from './db/population.ts';
import { type Dialect, fieldsOf, translateRule } from './translate-rule.ts';

/** The values of the rule's lists that have not expired, by list; a list that is not active is missing. */
export type ListValues = ReadonlyMap<number, readonly string[]>;

/** The context of a rule's clause, besides the rule. */
interface ClauseContext {
  customNames: CustomNames;
  lists: ListValues;
}

/** The values that decide which attempts a row counts. */
interface AttemptRange extends Pick<Population, 'companyId' | 'from' | 'until'> {
  /** Old attempts have been deleted since; the end of the range without it. */
  now?: Date;
}

/** Whether the warehouse can evaluate a rule: no ages, no dates of birth, no morphing, counts by keys that it has. */
export const isInWarehouse = (rule: RuleCore): boolean =>
  rule.ruleType === 'territoryRule' ||
  rule.joinedConditions.conditions.every((condition) => {
    const lookup = buildLookup(condition, {});
    if (lookup?.kind === 'measure')
      return lookup.aggregate.kind !== 'distinct' && attemptKeyColumn(lookup.field) !== undefined;
    const isAge = condition.type === 'age' || condition.type === 'generalAge';
    return !isAge && !fieldsOf(condition).includes('customerDateOfBirth');
  });

/** The truth of a rule for a row of the warehouse. */
export const ruleClause = (rule: RuleCore, context: ClauseContext, range: AttemptRange): ClickHouseSql =>
  translateRule(warehouseDialect(context, range), rule);

const raw = (text: string): ClickHouseSql => new ClickHouseSql([text]);
const textOf = (value: string): ClickHouseSql => clause`${param(value, 'String')}`;
const isAscii = (text: ClickHouseSql): ClickHouseSql => clause`length(${text}) = lengthUTF8(${text})`;

/** Ten-thousandths have at most this many digits in ClickHouse. */
const maxDigits = 70;

/** Text is UTF-8 and compared by its bytes, as characters compare: no character begins within another. */
const warehouseDialect = (
  { customNames, lists }: ClauseContext,
  range: AttemptRange,
): Dialect<ClickHouseSql> => ({
  sql: clause,
  raw,
  undecided: clause`cast(null, 'Nullable(Bool)')`,
  field: (name) => warehouseField(name, customNames),
  text: textOf,
  number: double,
  toDouble: (value) => clause`toFloat64(${value})`,
  exactNumber: (value) => (value.length > maxDigits ? undefined : clause`${param(value, 'Int256')}`),
  isExact: (value) => clause`isNotNull(${value})`,
  toExact: (value) =>
    clause`if(length(${value}) <= ${param(maxDigits, 'UInt32')}, toInt256OrNull(${value}), null)`,
  ascii: (text, isFolded) => clause`if(${isAscii(text)}, ${isFolded ? clause`lower(${text})` : text}, null)`,
  isOneOf,
  contains: (text, part) => clause`(position(${text}, ${part}) > 0)`,
  startsWith: (text, part) => clause`startsWith(${text}, ${part})`,
  endsWith: (text, part) => clause`endsWith(${text}, ${part})`,
  age: () => {
    throw new Error('the warehouse has no ages');
  },
  isActive: (listId) => lists.has(listId),
  isOnList: (text, lookup) => isOnList(text, lookup, lists.get(lookup.listId) ?? []),
  measure: (lookup, sign, limit) => measureClause(range, lookup, sign, limit),
});

/** By its bits: ClickHouse does not promise the nearest double for a text. */
function double(value: number): ClickHouseSql {
  const bits = new BigInt64Array(new Float64Array([value]).buffer)[0] ?? 0n;
  return clause`reinterpretAsFloat64(${param(String(bits), 'Int64')})`;
}

export const moment = (at: Date): ClickHouseSql =>
  clause`fromUnixTimestamp64Milli(${param(at.getTime(), 'Int64')}, 'UTC')`;

/** Null for a null value, as in PostgreSQL. */
function isOneOf(text: ClickHouseSql, values: readonly string[]): ClickHouseSql {
  return clause`if(isNull(${text}), null, assumeNotNull(${text}) in ${param(values, 'Array(String)')})`;
}

function isOnList(
  text: ClickHouseSql,
  { operator, field }: ListLookup,
  values: readonly string[],
): ClickHouseSql {
  const definedValue = clause`assumeNotNull(${text})`;
  if (operator === 'isIn') {
    const wider = hasWiderValue(definedValue, field, values);
    return wider
      ? clause`if(isNull(${text}), null, ${isOneOf(text, values)} or ${wider})`
      : isOneOf(text, values);
  }
  const parts = values.filter((part) => part !== '');
  const isPartialMatch =
    operator === 'isInStartingWith'
      ? clause`startsWith(${definedValue}, item)`
      : operator === 'isInEndingWith'
        ? clause`endsWith(${definedValue}, item)`
        : clause`position(${definedValue}, item) > 0`;
  return clause`if(isNull(${text}), null, arrayExists(item -> ${isPartialMatch}, ${param(parts, 'Array(String)')}))`;
}

/** Whether the list has the domain of an email or a network of an address. */
function hasWiderValue(
  value: ClickHouseSql,
  field: string,
  values: readonly string[],
): ClickHouseSql | undefined {
  const domains = field === 'customerEmail' ? values.filter((item) => item.startsWith('@')) : [];
  if (domains.length > 0) return isOneOf(clause`extract(${value}, '@[^@]*$')`, domains);
  const networks = field === 'customerIpAddress' ? values.filter((item) => item.includes('/')) : [];
  if (networks.length === 0) return undefined;
  const isInNetwork = clause`arrayExists(item -> isIPAddressInRange(${value}, item), ${param(networks, 'Array(String)')})`;
  return clause`if(isIPv4String(${value}) or isIPv6String(${value}), ${isInNetwork}, false)`;
}

/** Attempts count in their own scope; those without a branch together, as in PostgreSQL. */
const scopeColumns: Readonly<Record<MeasureLookup['scope'], string>> = {
  company: '',
  branch: ', attempt_branch_id',
  merchant: ', merchant_id',
  installation: ', installation_id',
};

/**
 * The truth of a count or sum for a row: each attempt with the row's key adds
 * when it arrives and subtracts when the window has left it, which is before an arrival of the same moment.
 */
function measureClause(
  { companyId, from, until, now = until }: AttemptRange,
  { field, window, scope, aggregate }: MeasureLookup,
  sign: string,
  limit: number,
): ClickHouseSql {
  const key = attemptKeyColumn(field);
  if (!key || aggregate.kind === 'distinct') throw new Error('the warehouse does not count this');
  const windowUs = windowMs(window) * 1000;
  const added =
    aggregate.kind === 'count'
      ? clause`toInt64(attempt_is_payout = 0)`
      : clause`if(attempt_is_payout = ${raw(aggregate.sumType === 'payouts' ? '1' : '0')}
          and ccy_code = ${param(aggregate.currency, 'String')}, assumeNotNull(attempt_minor), 0)`;
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
}

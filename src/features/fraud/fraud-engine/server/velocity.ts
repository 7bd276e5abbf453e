import { type KeyObject, createHmac } from 'node:crypto';
import type { TenantSql } from '#database/tenant.ts';
import { fieldsWithUse } from '#features/record/fraud-fields/field-catalogue.ts';
import { windowMs } from '#features/fraud/fraud-rules/rule.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import { type FraudFacts, comparable } from '../facts.ts';
import type { MeasureLookup } from '../lookups.ts';
import { type Address, joinAddress } from './build-facts.ts';

/** An attempt as velocity conditions count it. */
export interface Attempt {
  companyId: number;
  txnId: number;
  merchantId: number;
  installationId: number;
  branchId: number | null;
  now: Date;
  isPayout: boolean;
  currency: string;
  amountMinor: number;
  facts: FraudFacts;
}

const velocityFields = fieldsWithUse('velocity');
const morphingFields = [...fieldsWithUse('morphing'), ...fieldsWithUse('morphingFirst')];
/** Every field by which a condition can count. */
const keyedFields = [...new Set([...velocityFields, ...morphingFields])];

/** Whether attempts are stored by the field's values. */
export const isKeyedField = (field: string): boolean =>
  keyedFields.some((keyedField) => keyedField === field) || isCustomField(field);

const isCustomField = (field: string): boolean => /^custom_(?:long_)?string_/.test(field);

/** The key of a value: the same for equal values of one company's field. Values themselves are not stored. */
export function hashValue(key: KeyObject, companyId: number, field: string, value: string): bigint {
  return createHmac('sha256', key).update(`${companyId} ${field} ${value}`).digest().readBigInt64BE();
}

/** Keys of a payment by field; fields without a value have none. */
export class AttemptKeys {
  readonly #key: KeyObject;
  readonly #attempt: Pick<Attempt, 'companyId' | 'facts'>;
  readonly #hashes = new Map<string, bigint | undefined>();

  constructor(key: KeyObject, attempt: Pick<Attempt, 'companyId' | 'facts'>) {
    this.#key = key;
    this.#attempt = attempt;
  }

  hashFor(field: string): bigint | undefined {
    if (this.#hashes.has(field)) return this.#hashes.get(field);
    const { companyId, facts } = this.#attempt;
    const value = comparable(field, facts.values[field]);
    const hash = value === null ? undefined : hashValue(this.#key, companyId, field, value);
    this.#hashes.set(field, hash);
    return hash;
  }
}

/** Attempts with one of these keys wait here until the other's transaction ends. Sorted, to prevent deadlocks. */
export async function lockKeys(sql: TenantSql, keys: readonly bigint[]): Promise<void> {
  const sorted = [...new Set(keys)].toSorted((a, b) => (a < b ? -1 : 1)).map(String);
  if (sorted.length === 0) return;
  await sql`select pg_advisory_xact_lock(key) from unnest(${sorted}::bigint[]) as key`;
}

/** Stores the attempt under each of its keys, so that rules created later count it too. */
export async function insertAttempt(sql: TenantSql, attempt: Attempt, keys: AttemptKeys): Promise<void> {
  const { companyId, txnId, now, branchId, merchantId, installationId, isPayout, currency, amountMinor } =
    attempt;
  const custom = Object.keys(attempt.facts.values).filter(isCustomField);
  const hashes = [...keyedFields, ...custom].flatMap((field) => keys.hashFor(field) ?? []).map(String);
  const byField = Object.fromEntries(
    [...morphingFields, ...custom].flatMap((field) => {
      const hash = keys.hashFor(field);
      return hash === undefined ? [] : [[field, String(hash)]];
    }),
  );
  await sql`
    with keys as (
      insert into velocity_key (company_id, key, at, txn_id, branch_id, merchant_id, installation_id, is_payout, ccy_code,
                                amount_minor)
      select ${companyId}, key, ${now}, ${txnId}, ${branchId}, ${merchantId}, ${installationId}, ${isPayout}, ${currency},
             ${amountMinor}
      from unnest(${hashes}::bigint[]) as key
    )
    insert into velocity_attempt (company_id, txn_id, at, hashes)
    values (${companyId}, ${txnId}, ${now}, ${sql.json(byField)})`;
}

/** A lookup with the key of the payment's own value, and how many rows can matter to its conditions. */
export interface KeyedMeasure {
  lookup: MeasureLookup;
  key: bigint;
  maxCount: number;
}

/**
 * The results, in the order of the lookups, in one statement. An attempt of another program may carry a time a little
 * ahead of this one's clock; it has been stored, so it counts.
 */
export async function readMeasures(
  sql: TenantSql,
  attempt: Pick<Attempt, 'companyId' | 'branchId' | 'merchantId' | 'installationId' | 'now'>,
  measures: readonly KeyedMeasure[],
  until = addMs(attempt.now, minuteMs),
): Promise<number[]> {
  if (measures.length === 0) return [];
  const { companyId, branchId, merchantId, installationId, now } = attempt;
  const rows = measures.map(({ lookup: { window, scope, aggregate }, key, maxCount }) => ({
    key: String(key),
    since: addMs(now, -windowMs(window)).toISOString(),
    scope,
    kind: aggregate.kind,
    is_payout: aggregate.kind === 'sum' && aggregate.sumType === 'payouts',
    ccy: aggregate.kind === 'sum' ? aggregate.currency : '',
    field: aggregate.kind === 'distinct' ? aggregate.field : '',
    max_count: maxCount,
  }));
  const inScope = sql`k.company_id = ${companyId} and k.key = m.key and k.at > m.since
    and k.at <= ${until}
    and case m.scope when 'branch' then k.branch_id is not distinct from ${branchId}
      when 'merchant' then k.merchant_id = ${merchantId}
      when 'installation' then k.installation_id = ${installationId} else true end`;
  const values = await sql<{ value: number }[]>`
    select case m.kind
      when 'count' then (
        select count(*) from (select from velocity_key k where ${inScope} and not k.is_payout limit m.max_count) c)
      when 'sum' then (
        select coalesce(sum(k.amount_minor), 0)::bigint from velocity_key k
        where ${inScope} and k.is_payout = m.is_payout and k.ccy_code = m.ccy)
      else (
        select count(*) from (
          select distinct a.hashes -> m.field from velocity_key k
          join velocity_attempt a on a.company_id = k.company_id and a.txn_id = k.txn_id
          where ${inScope} and not k.is_payout and a.hashes ? m.field limit m.max_count) d)
      end as value
    from rows from (
      jsonb_to_recordset(${sql.json(rows)})
        as (key bigint, since timestamptz, scope text, kind text, is_payout boolean, ccy text, field text, max_count integer)
    ) with ordinality as m (key, since, scope, kind, is_payout, ccy, field, max_count, position)
    order by m.position`;
  return values.map(({ value }) => Number(value));
}

/**
 * Ids of attempts with this billing address, newest first, as far back as rules count them. The address is compared as
 * rules compare it (docs/domain.md#fraud-fields).
 */
export async function findAttemptsWithAddress(
  sql: TenantSql,
  key: KeyObject,
  { companyId, address, limit }: { companyId: number; address: Address; limit: number },
): Promise<number[]> {
  const value = comparable('normalisedAddress', joinAddress(address));
  if (value === null) return [];
  const hash = hashValue(key, companyId, 'normalisedAddress', value);
  const rows = await sql<{ txnId: number }[]>`
    select txn_id from velocity_key where company_id = ${companyId} and key = ${String(hash)}::bigint
    order by at desc limit ${limit}`;
  return rows.map(({ txnId }) => txnId);
}

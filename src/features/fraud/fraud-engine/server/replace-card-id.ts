import type { KeyObject } from 'node:crypto';
import type { TenantSql } from '#database/tenant.ts';
import { hashValue } from './velocity.ts';

/** The field by which rules count attempts of a card. */
const countedField = 'paymentAccountCorrelationId';

/** Gives a card in counted attempts, and in the values by which its transactions were judged, its new id. */
export async function replaceInDecisions(
  sql: TenantSql,
  velocity: KeyObject,
  { companyId, from, to }: { companyId: number; from: string; to: string },
  txnIds: readonly number[],
): Promise<void> {
  const key = (id: string) => String(hashValue(velocity, companyId, countedField, id));
  await sql`
    update velocity_key set key = ${key(to)}::bigint where company_id = ${companyId} and key = ${key(from)}::bigint`;
  await sql`
    update velocity_attempt set hashes = jsonb_set(hashes, array[${countedField}], to_jsonb(${key(to)}::text))
    where company_id = ${companyId} and txn_id = any (${[...txnIds]}) and hashes ? ${countedField}`;
  // An id is 28 characters of base64, so it is no part of another value.
  await sql`
    update fraud_decision set facts = replace(facts::text, ${from}, ${to})::jsonb
    where company_id = ${companyId} and txn_id = any (${[...txnIds]}) and position(${from} in facts::text) > 0`;
}

import type { KeyObject } from 'node:crypto';
import type { TenantSql } from '#database/tenant.ts';
import { comparable } from '../facts.ts';
import { type Address, wholeAddress } from './build-facts.ts';
import { hashValue } from './velocity-store.ts';

/**
 * Ids of attempts with this billing address, newest first, as far back as rules count them. The address is compared as
 * rules compare it (docs/domain.md#fraud-fields).
 */
export async function findAttemptsWithAddress(
  sql: TenantSql,
  key: KeyObject,
  { companyId, address, limit }: { companyId: number; address: Address; limit: number },
): Promise<number[]> {
  const value = comparable('normalisedAddress', wholeAddress(address));
  if (value === null) return [];
  const hash = hashValue(key, companyId, 'normalisedAddress', value);
  const rows = await sql<{ txnId: number }[]>`
    select txn_id from velocity_key where company_id = ${companyId} and key = ${String(hash)}::bigint
    order by at desc limit ${limit}`;
  return rows.map(({ txnId }) => txnId);
}

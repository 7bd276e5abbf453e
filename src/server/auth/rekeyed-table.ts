import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { KeyRing, Keys } from '../keys.ts';
import { seal, sealHeader, unseal } from './seal.ts';

/** A table with values under the root secrets. A job brings them to the generation that writes (decision 0250). */
export interface RekeyedTable {
  /** For the operator. */
  name: string;
  /** How many values are of an earlier generation. */
  count(sql: TenantSql, keys: Keys): Promise<number>;
  /** Re-derives up to `limit` values and returns how many. Values that another transaction holds are left for later. */
  rekey(sql: TenantSql, keys: Keys, limit: number): Promise<number>;
}

/** SQL condition: the sealed value is of an earlier generation. */
export const isEarlierSeal = (sql: TenantSql, column: string, ring: KeyRing): Fragment =>
  sql`substring(${sql(column)} for 8) <> ${sealHeader(ring.generation)}`;

/** The same text, sealed under the generation that writes. */
export const reseal = (ring: KeyRing, sealed: Buffer, context: string): Buffer =>
  seal(ring, unseal(ring, sealed, context), context);

/** The number of a statement that counts. */
export async function countOf(rows: PromiseLike<readonly { count: number }[]>): Promise<number> {
  const [row] = await rows;
  return row?.count ?? 0;
}

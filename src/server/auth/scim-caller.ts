import { timingSafeEqual } from 'node:crypto';
import type { Database, Sql } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import type { Caller } from './caller.ts';

interface TokenRow {
  tokenHash: Buffer;
  name: string;
  companyId: number;
  companyName: string;
  companyPath: string;
  isUseStored: boolean;
}

/**
 * The caller of a SCIM token (docs/domain.md#provisioning). Undefined when the token is wrong, revoked, or has expired by the
 * database's clock. The caller holds no permission: the handlers check the rights of the token's maker.
 */
export async function scimCaller(
  database: Database,
  tokenId: string,
  tokenHash: Buffer,
  ip: string,
): Promise<Caller | undefined> {
  // The company is known only after this read.
  return inTenant(database, 'all-tenants', async (sql) => {
    const [row] = await sql<TokenRow[]>`
      select t.token_hash, t.name, t.company_id, o.name as company_name, o.path as company_path,
             coalesce(t.last_used_at > clock_timestamp() - interval '1 minute', false) as is_use_stored
      from scim_token t join organisation o on o.id = t.company_id
      where t.token_id = ${tokenId} and t.revoked_at is null
        and (t.expires_at is null or t.expires_at > clock_timestamp())`;
    if (!row || !isEqual(row.tokenHash, tokenHash)) return undefined;
    if (!row.isUseStored) await storeUse(sql, tokenId, ip);
    return {
      kind: 'scim',
      id: tokenId,
      name: row.name,
      organisation: { id: row.companyId, name: row.companyName, path: row.companyPath },
      domainUser: false,
      held: [],
      tenantIds: [row.companyId],
    };
  });
}

/** At most once a minute and token. */
async function storeUse(sql: Sql, tokenId: string, ip: string): Promise<void> {
  await sql`
    update scim_token set last_used_at = clock_timestamp(), last_used_ip = ${ip}
    where token_id = ${tokenId}
      and (last_used_at is null or last_used_at <= clock_timestamp() - interval '1 minute')`;
}

/** Whether the correct token last came from this address. */
export async function isKnownScimAddress(database: Sql, tokenId: string, ip: string): Promise<boolean> {
  return inTenant(database as Database, 'all-tenants', async (sql) => {
    const rows = await sql`select from scim_token where token_id = ${tokenId} and last_used_ip = ${ip}`;
    return rows.length > 0;
  });
}

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

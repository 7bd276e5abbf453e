import { timingSafeEqual } from 'node:crypto';
import type { Permission } from '#shared/permissions.ts';
import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';
import type { Database, Sql } from '#database/connection.ts';
import type { Caller } from '../caller.ts';

interface SecretRow {
  secretId: number;
  keyHash: Buffer;
  companyId: number;
  companyName: string;
  companyPath: string;
  permissions: Permission[];
  paths: string[];
  isAddressAllowed: boolean;
  isUseStored: boolean;
}

/**
 * The caller of an API key (docs/domain.md#api-keys). UNKNOWN when the secret is not one of the key's, or key or secret
 * has ended by the database's clock. ADDRESS: the secret is correct, but this address may not use it.
 */
export async function apiCaller(
  database: Database,
  apiId: string,
  keyHash: Buffer,
  ip: string,
): Promise<Result<Caller, Refusal<'UNKNOWN' | 'ADDRESS'>>> {
  const address = plainAddress(ip);
  const found = (await liveSecrets(database, apiId, address)).filter((row) => isEqual(row.keyHash, keyHash));
  const [row] = found;
  if (!row) return refuse('UNKNOWN');
  if (!row.isAddressAllowed) return refuse('ADDRESS');
  if (!row.isUseStored) await storeUse(database, apiId, row.secretId, address);
  return ok({
    kind: 'api',
    id: apiId,
    name: apiId,
    organisation: { id: row.companyId, name: row.companyName, path: row.companyPath },
    domainUser: false,
    held: row.paths.flatMap((scope) => row.permissions.map((name) => ({ name, scope, cascade: false }))),
    tenantIds: [row.companyId],
  });
}

function liveSecrets(sql: Sql, apiId: string, address: string): Promise<SecretRow[]> {
  return sql<SecretRow[]>`
    select s.secret_id, s.key_hash, c.company_id, company.name as company_name, company.path as company_path,
           c.permissions,
           array(select o.path from api_credential_installation i join organisation o on o.id = i.installation_id
                 where i.api_id = c.api_id) as paths,
           c.ip_ranges = '{}' or exists (
             select from unnest(c.ip_ranges) as ranges (ip_range) where nullif(${address}, '')::inet <<= ip_range
           ) as is_address_allowed,
           coalesce(s.last_used_at > clock_timestamp() - interval '1 minute', false) as is_use_stored
    from api_credential c
    join organisation company on company.id = c.company_id
    join api_secret s on s.api_id = c.api_id
    where c.api_id = ${apiId} and c.active
      and (c.expires_at is null or c.expires_at > clock_timestamp())
      and (s.ends_at is null or s.ends_at > clock_timestamp())`;
}

/** At most once a minute and secret. A use that a crash loses is no loss, so the request doesn't wait for the disk. */
async function storeUse(database: Database, apiId: string, secretId: number, address: string): Promise<void> {
  await database.begin(
    { settings: { synchronous_commit: 'off' } },
    (sql) => sql`
      update api_secret set last_used_at = clock_timestamp(), last_used_ip = ${address}
      where api_id = ${apiId} and secret_id = ${secretId}
        and (last_used_at is null or last_used_at <= clock_timestamp() - interval '1 minute')`,
  );
}

/** Whether a correct secret of the key last came from this address. */
export async function isKnownAddress(sql: Sql, apiId: string, ip: string): Promise<boolean> {
  const rows = await sql`
    select from api_secret where api_id = ${apiId} and last_used_ip = ${plainAddress(ip)} limit 1`;
  return rows.length > 0;
}

/** Without the IPv6 form of an IPv4 address, and without a zone, which no range has. */
function plainAddress(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
}

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

import type { TenantSql } from '#database/tenant.ts';
import type { StoredHash } from '#server/auth/stored-hash.ts';
import type { RequestKey } from './api-credential-table.ts';

export interface StoredSecret {
  suffix: string | null;
  createdAt: Date;
  endsAt: Date | null;
  lastUsedAt: Date | null;
  lastUsedIp: string | null;
}

/** The secrets of a key that have not ended, the newest first. */
export function loadWorkingSecrets(sql: TenantSql, apiId: string): Promise<StoredSecret[]> {
  return sql<StoredSecret[]>`
    select suffix, created_at, ends_at, last_used_at, last_used_ip from api_secret
    where api_id = ${apiId} and (ends_at is null or ends_at > clock_timestamp())
    order by secret_id desc`;
}

interface NewSecret {
  apiId: string;
  hash: StoredHash;
  suffix: string;
  /** null: the operator of the system. */
  userId: string | null;
  request?: RequestKey;
}

/** False when the user's same Idempotency-Key has created a secret of this key. */
export async function insertSecret(sql: TenantSql, secret: NewSecret): Promise<boolean> {
  const inserted = await sql`
    insert into api_secret (api_id, key_hash, key_generation, suffix, created_at, created_by, request_key, request_hash)
    values (${secret.apiId}, ${secret.hash.hash}, ${secret.hash.keyGeneration}, ${secret.suffix}, clock_timestamp(),
            ${secret.userId}, ${secret.request?.key ?? null}, ${secret.request?.hash ?? null})
    on conflict (api_id, created_by, request_key) do nothing
    returning 1`;
  return inserted.length === 1;
}

/** Whether the request that created a secret had the same body. */
export async function isSameRotation(
  sql: TenantSql,
  apiId: string,
  userId: string,
  request: RequestKey,
): Promise<boolean> {
  const [row] = await sql<{ isSame: boolean }[]>`
    select request_hash = ${request.hash} as is_same from api_secret
    where api_id = ${apiId} and created_by = ${userId} and request_key = ${request.key}`;
  return row?.isSame ?? false;
}

/**
 * Ends the secrets before the newest: its predecessor after `overlapSeconds`, older ones now. Clears the hash that copies of
 * the previous version read.
 */
export async function endPreviousSecrets(
  sql: TenantSql,
  apiId: string,
  overlapSeconds: number,
): Promise<void> {
  await sql`
    update api_secret s set ends_at = case ranked.place
        when 2 then clock_timestamp() + make_interval(secs => ${overlapSeconds}) else clock_timestamp() end
    from (select secret_id, row_number() over (order by secret_id desc) as place
          from api_secret where api_id = ${apiId}) as ranked
    where s.api_id = ${apiId} and ranked.secret_id = s.secret_id and ranked.place > 1
      and (s.ends_at is null or s.ends_at > clock_timestamp())`;
  await sql`update api_credential set key_hash = null, version = version + 1 where api_id = ${apiId}`;
}

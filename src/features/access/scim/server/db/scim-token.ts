import type { StoredHash } from '#server/auth/stored-hash.ts';
import type { TenantSql } from '#database/tenant.ts';

export interface StoredToken {
  tokenId: string;
  name: string;
  suffix: string;
  status: 'active' | 'expired' | 'revoked';
  createdAt: Date;
  createdBy: string;
  /** null: the user is deleted. */
  makerName: string | null;
  needsApproval: boolean;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

/** Tokens of a company that are not revoked. */
export const maxTokens = 20;
const maxListed = 100;

/** Tokens by name, then the last revoked ones. */
export function listTokens(sql: TenantSql, companyId: number): Promise<StoredToken[]> {
  return sql<StoredToken[]>`
    select t.token_id, t.name, t.suffix, t.created_at, t.created_by, t.expires_at, t.revoked_at, t.last_used_at,
           t.needs_approval,
           case when t.revoked_at is not null then 'revoked' when t.expires_at <= clock_timestamp() then 'expired'
                else 'active' end as status,
           u.given_name || ' ' || u.family_name as maker_name
    from scim_token t left join app_user u on u.user_id = t.created_by
    where t.company_id = ${companyId}
    order by t.revoked_at desc nulls first, lower(t.name), t.token_id limit ${maxListed}`;
}

/** A token that is not revoked. */
export async function findToken(
  sql: TenantSql,
  companyId: number,
  tokenId: string,
): Promise<Pick<StoredToken, 'name' | 'createdBy' | 'needsApproval'> | undefined> {
  const [row] = await sql<Pick<StoredToken, 'name' | 'createdBy' | 'needsApproval'>[]>`
    select name, created_by, needs_approval from scim_token
    where company_id = ${companyId} and token_id = ${tokenId} and revoked_at is null`;
  return row;
}

interface NewToken {
  tokenId: string;
  name: string;
  hash: StoredHash;
  suffix: string;
  userId: string;
  expiresAt: string | null;
  needsApproval: boolean;
  request: { key: string; hash: Buffer } | undefined;
}

/** False when the user's same Idempotency-Key has created a token. */
export async function insertToken(sql: TenantSql, companyId: number, token: NewToken): Promise<boolean> {
  const inserted = await sql`
    insert into scim_token (company_id, token_id, name, token_hash, key_generation, suffix, created_at, created_by,
                            expires_at, needs_approval, request_key, request_hash)
    values (${companyId}, ${token.tokenId}, ${token.name}, ${token.hash.hash}, ${token.hash.keyGeneration},
            ${token.suffix}, clock_timestamp(),
            ${token.userId}, ${token.expiresAt}::timestamptz, ${token.needsApproval}, ${token.request?.key ?? null},
            ${token.request?.hash ?? null})
    on conflict (created_by, request_key) do nothing
    returning 1`;
  return inserted.length === 1;
}

/** The token that a request has created. */
export async function findTokenOfRequest(
  sql: TenantSql,
  userId: string,
  request: { key: string; hash: Buffer },
): Promise<{ tokenId: string; isSame: boolean } | undefined> {
  const [row] = await sql<{ tokenId: string; isSame: boolean }[]>`
    select token_id, request_hash = ${request.hash} as is_same from scim_token
    where created_by = ${userId} and request_key = ${request.key}`;
  return row;
}

export async function countTokens(sql: TenantSql, companyId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from scim_token where company_id = ${companyId} and revoked_at is null`;
  return row?.count ?? 0;
}

/** Revokes a token for good and returns it as it was. Undefined: the company has no such token. */
export async function revokeToken(
  sql: TenantSql,
  companyId: number,
  tokenId: string,
): Promise<{ name: string; isRevoked: boolean } | undefined> {
  const [row] = await sql<{ name: string; isRevoked: boolean }[]>`
    select name, revoked_at is not null as is_revoked from scim_token
    where company_id = ${companyId} and token_id = ${tokenId} for update`;
  if (row && !row.isRevoked) {
    await sql`
      update scim_token set revoked_at = clock_timestamp()
      where company_id = ${companyId} and token_id = ${tokenId}`;
  }
  return row;
}

/** Exempts a token from approvals and returns it as it was. Undefined: the company has no such token. */
export async function exemptToken(
  sql: TenantSql,
  companyId: number,
  tokenId: string,
): Promise<{ name: string; needsApproval: boolean } | undefined> {
  const [row] = await sql<{ name: string; needsApproval: boolean }[]>`
    select name, needs_approval from scim_token
    where company_id = ${companyId} and token_id = ${tokenId} and revoked_at is null for update`;
  if (row?.needsApproval === true) {
    await sql`
      update scim_token set needs_approval = false where company_id = ${companyId} and token_id = ${tokenId}`;
  }
  return row;
}

/** Which of the active users hold every permission on the organisation path. */
export async function findUsersWithRights(
  sql: TenantSql,
  userIds: readonly string[],
  { path, permissions }: { path: string; permissions: readonly string[] },
): Promise<Set<string>> {
  const rows = await sql<{ userId: string }[]>`
    select u.user_id
    from app_user u
    join role_grant g on g.user_id = u.user_id
    join organisation o on o.id = g.organisation_id
    join role_permission p on p.role_id = g.role_id
    where u.user_id = any (${userIds as string[]}::uuid[]) and u.active
      and (o.path = ${path} or (g.cascade and starts_with(${path} || '/', o.path || '/')))
      and p.permission = any (${permissions as string[]})
    group by u.user_id having count(distinct p.permission) = ${permissions.length}`;
  return new Set(rows.map(({ userId }) => userId));
}

import { refuseForTestClock } from '#server/time/test-clock.ts';
import type { ApiPermission } from '#shared/api-permissions.ts';
import type { TenantSql } from '#database/tenant.ts';
import { unmapRange } from '../ip-range.ts';
import type { KeyContent, ListedKey } from '../schemas.ts';

/** An installation with the paths on which a permission may be held. */
export interface KeyInstallation {
  installationId: number;
  companyId: number;
  name: string;
  merchantName: string;
  path: string;
  merchantPath: string;
}

export interface StoredKey {
  apiId: string;
  companyId: number;
  name: string;
  permissions: ApiPermission[];
  status: ListedKey['status'];
  mode: ListedKey['mode'];
  ipRanges: string[];
  expiresAt: Date | null;
  createdAt: Date;
  createdBy: string | null;
  revokedAt: Date | null;
  needsApproval: boolean;
  version: number;
}

type Page = { tenantIds: readonly number[]; visible: readonly number[]; text: string } & {
  offset: number;
  pageSize: number;
};

type ListRow = Omit<ListedKey, 'lastUsedAt' | 'expiresAt' | 'previousEndsAt'> &
  Record<'lastUsedAt' | 'expiresAt' | 'previousEndsAt', Date | null>;

/** A page of the keys with a visible installation, and their number. */
export async function listKeys(sql: TenantSql, page: Page): Promise<{ rows: ListRow[]; total: number }> {
  const { visible, text } = page;
  const matching = sql`
    from api_credential c
    where c.company_id = any (${page.tenantIds as number[]})
      and exists (select from api_credential_installation i
                  where i.api_id = c.api_id and i.installation_id = any (${visible as number[]}))
      and (${text} = '' or position(lower(${text}) in lower(c.name)) > 0 or c.api_id = ${text})`;
  const rows = await sql<ListRow[]>`
    select c.api_id, c.name, c.permissions, ${status(sql)} as status, c.mode, c.expires_at,
           array(select o.name from api_credential_installation i join organisation o on o.id = i.installation_id
                 where i.api_id = c.api_id and i.installation_id = any (${visible as number[]})
                 order by o.name, o.id limit 3) as installations,
           (select count(*) from api_credential_installation i where i.api_id = c.api_id) as installation_count,
           (select max(s.last_used_at) from api_secret s where s.api_id = c.api_id) as last_used_at,
           (select max(s.ends_at) from api_secret s
            where s.api_id = c.api_id and s.ends_at > clock_timestamp() and c.active) as previous_ends_at
    ${matching}
    order by c.active desc, lower(c.name), c.api_id
    limit ${page.pageSize} offset ${page.offset}`;
  const [counted] = await sql<{ total: number }[]>`select count(*) as total ${matching}`;
  return { rows, total: counted?.total ?? 0 };
}

/** By the clock of the database, as the gateway checks it. */
const status = (sql: TenantSql) => sql`
  case when not c.active then 'revoked' when c.expires_at <= clock_timestamp() then 'expired' else 'active' end`;

/** A key of the caller's companies. `lock`: until the end of the transaction. */
export async function loadKey(
  sql: TenantSql,
  tenantIds: readonly number[],
  apiId: string,
  lock = false,
): Promise<StoredKey | undefined> {
  const [row] = await sql<StoredKey[]>`
    select c.api_id, c.company_id, c.name, c.permissions, ${status(sql)} as status, c.mode, c.ip_ranges::text[] as ip_ranges,
           c.expires_at, c.created_at, c.created_by, c.revoked_at, c.needs_approval, c.version
    from api_credential c
    where c.api_id = ${apiId} and c.company_id = any (${tenantIds as number[]})
    ${lock ? sql`for update` : sql``}`;
  return row;
}

/** The names of keys: of some ids, or those with an installation of some companies. Revoked ones too, by name. */
export function listKeyNames(
  sql: TenantSql,
  selection:
    | { ids: readonly string[] }
    | { companyIds: readonly number[]; installationIds: readonly number[] | undefined },
): Promise<{ apiId: string; name: string }[]> {
  if ('ids' in selection)
    return sql<{ apiId: string; name: string }[]>`
      select api_id, name from api_credential where api_id = any (${selection.ids as string[]})`;
  const { companyIds, installationIds } = selection;
  const visible =
    installationIds === undefined
      ? sql``
      : sql`and exists (select from api_credential_installation i
                        where i.api_id = c.api_id and i.installation_id = any (${installationIds as number[]}))`;
  return sql<{ apiId: string; name: string }[]>`
    select api_id, name from api_credential c
    where company_id = any (${companyIds as number[]}) ${visible} order by lower(name), api_id limit 1000`;
}

/** The ids of a company's keys that work, oldest first. */
export async function listActiveKeys(sql: TenantSql, companyId: number, limit: number): Promise<string[]> {
  const rows = await sql<{ apiId: string }[]>`
    select c.api_id from api_credential c
    where c.company_id = ${companyId} and ${status(sql)} = 'active' order by c.created_at, c.api_id limit ${limit}`;
  return rows.map(({ apiId }) => apiId);
}

/** The installations of a key, by name. */
export function loadKeyInstallations(sql: TenantSql, apiId: string): Promise<KeyInstallation[]> {
  return sql<KeyInstallation[]>`
    ${installationColumns(sql)}
    join api_credential_installation k on k.installation_id = i.installation_id and k.api_id = ${apiId}
    order by o.name, o.id`;
}

/** Installations by id, or at and below an organisation path, by name; at most a thousand. */
export function findInstallations(
  sql: TenantSql,
  selection: { ids: readonly number[] } | { below: string },
): Promise<KeyInstallation[]> {
  const condition =
    'ids' in selection
      ? sql`i.installation_id = any (${selection.ids as number[]})`
      : sql`(o.path = ${selection.below} or (o.path > ${selection.below} || '/' and o.path < ${selection.below} || '0'))`;
  return sql<KeyInstallation[]>`
    ${installationColumns(sql)}
    where ${condition} order by m.name, o.name, o.id limit 1000`;
}

const installationColumns = (sql: TenantSql) => sql`
  select i.installation_id, i.company_id, o.name, m.name as merchant_name, o.path, m.path as merchant_path
  from installation i
  join organisation o on o.id = i.installation_id
  join organisation m on m.id = i.merchant_id`;

interface NewKey {
  apiId: string;
  companyId: number;
  /** null: the operator of the system. */
  userId: string | null;
  content: KeyContent;
  mode: StoredKey['mode'];
  request: RequestKey | undefined;
}

/** The Idempotency-Key of a request, and a hash of its body. */
export interface RequestKey {
  key: string;
  hash: Buffer;
}

/** False when the user's same Idempotency-Key has created a key. */
export async function insertKey(
  sql: TenantSql,
  { apiId, companyId, userId, content, mode, request }: NewKey,
): Promise<boolean> {
  const inserted = await sql`
    insert into api_credential (api_id, company_id, name, permissions, mode, expires_at, ip_ranges, created_at,
                                created_by, request_key, request_hash)
    values (${apiId}, ${companyId}, ${content.name}, ${content.permissions as string[]}, ${mode},
            ${content.expiresAt}::timestamptz, ${networks(sql, content.ipRanges)}, clock_timestamp(), ${userId},
            ${request?.key ?? null}, ${request?.hash ?? null})
    on conflict (created_by, request_key) do nothing
    returning 1`.catch(refuseForTestClock);
  if (inserted.length === 0) return false;
  await insertInstallations(sql, apiId, content.installationIds);
  return true;
}

/** The key that a request has created. */
export async function findKeyByRequest(
  sql: TenantSql,
  userId: string,
  request: RequestKey,
): Promise<{ apiId: string; version: number; isSame: boolean } | undefined> {
  const [row] = await sql<{ apiId: string; version: number; isSame: boolean }[]>`
    select api_id, version, request_hash = ${request.hash} as is_same from api_credential
    where created_by = ${userId} and request_key = ${request.key}`;
  return row;
}

export async function updateKey(sql: TenantSql, apiId: string, content: KeyContent): Promise<void> {
  await sql`
    update api_credential set
      name = ${content.name}, permissions = ${content.permissions as string[]},
      expires_at = ${content.expiresAt}::timestamptz, ip_ranges = ${networks(sql, content.ipRanges)},
      version = version + 1
    where api_id = ${apiId}`.catch(refuseForTestClock);
  await sql`
    delete from api_credential_installation
    where api_id = ${apiId} and installation_id <> all (${content.installationIds})`;
  await insertInstallations(sql, apiId, content.installationIds);
}

/** Whether the approval policy of the company holds for the key, even where it exempts keys. */
export async function setNeedsApproval(sql: TenantSql, apiId: string, needsApproval: boolean): Promise<void> {
  await sql`
    update api_credential set needs_approval = ${needsApproval} where api_id = ${apiId}`;
}

export async function readNeedsApproval(sql: TenantSql, apiId: string): Promise<boolean> {
  const [row] = await sql<{ needsApproval: boolean }[]>`
    select needs_approval from api_credential where api_id = ${apiId}`;
  return row?.needsApproval ?? true;
}

/** Clears the hash that copies of the previous version read. */
export async function markRevoked(sql: TenantSql, apiId: string): Promise<void> {
  await sql`
    update api_credential set active = false, revoked_at = clock_timestamp(), key_hash = null, version = version + 1
    where api_id = ${apiId}`;
}

async function insertInstallations(sql: TenantSql, apiId: string, ids: readonly number[]): Promise<void> {
  await sql`
    insert into api_credential_installation (api_id, installation_id)
    select ${apiId}, unnest(${ids as number[]}::integer[]) on conflict do nothing`;
}

/** Ranges in the form in which they are stored and shown. */
export async function normaliseRanges(sql: TenantSql, ranges: readonly string[]): Promise<string[]> {
  const [row] = await sql<{ ranges: string[] }[]>`select ${networks(sql, ranges)}::text[] as ranges`;
  return row?.ranges ?? [];
}

/** Ranges without host bits, as the column stores them. */
const networks = (sql: TenantSql, ranges: readonly string[]) => sql`
  array(select network(one::inet) from unnest(${ranges.map(unmapRange)}::text[]) as ranges (one))::cidr[]`;

import type { RequestKey, KeyInstallation } from '#features/access/api-keys/server/api-credential-table.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { EventChoice } from '../../event-types.ts';
import type { ListedWebhook, Webhook, WebhookContent } from '../../schemas.ts';

export interface StoredWebhook {
  companyId: number;
  endpointId: string;
  url: string;
  events: EventChoice[];
  format: Webhook['format'];
  eventVersion: Webhook['eventVersion'];
  state: 'active' | 'paused';
  status: Webhook['status'];
  version: number;
  createdAt: Date;
  createdBy: string | null;
  pausedAt: Date | null;
  pausedBy: Webhook['pausedBy'];
  failingSince: Date | null;
  secretVersion: number;
  /** Of the key from which the secret is derived. */
  keyGeneration: number;
  previousUntil: Date | null;
}

interface Page {
  tenantIds: readonly number[];
  visible: readonly number[];
  /** A part of the address; '' for all. */
  text: string;
  offset: number;
  pageSize: number;
}

type ListRow = Omit<ListedWebhook, 'failingSince'> & { failingSince: Date | null };

const status = (sql: TenantSql) => sql`
  case when e.state = 'paused' then 'paused' when e.failing_since is not null then 'failing' else 'active' end`;

/** A page of the webhooks with a visible installation, and their number. A company has at most `maxWebhooks`. */
export async function listEndpoints(sql: TenantSql, page: Page): Promise<{ rows: ListRow[]; total: number }> {
  const visible = page.visible as number[];
  const address = sql`split_part(e.url, '?', 1)`;
  const matching = sql`
    from webhook_endpoint e
    where e.company_id = any (${page.tenantIds as number[]}) and e.state <> 'deleted'
      and strpos(lower(${address}), lower(${page.text})) > 0
      and exists (select from webhook_installation i where i.company_id = e.company_id
                  and i.endpoint_id = e.endpoint_id and i.installation_id = any (${visible}))`;
  const rows = await sql<ListRow[]>`
    select e.endpoint_id, ${address} as url, e.events, ${status(sql)} as status, e.failing_since,
           array(select o.name from webhook_installation i join organisation o on o.id = i.installation_id
                 where i.company_id = e.company_id and i.endpoint_id = e.endpoint_id
                   and i.installation_id = any (${visible})
                 order by o.name, o.id limit 3) as installations,
           (select count(*) from webhook_installation i
            where i.company_id = e.company_id and i.endpoint_id = e.endpoint_id) as installation_count
    ${matching} order by e.created_at, e.endpoint_id limit ${page.pageSize} offset ${page.offset}`;
  const [counts] = await sql<{ total: number }[]>`select count(*) as total ${matching}`;
  return { rows, total: counts?.total ?? 0 };
}

/** A webhook of the caller's companies that is not deleted. `lock`: until the end of the transaction. */
export async function loadEndpoint(
  sql: TenantSql,
  tenantIds: readonly number[],
  endpointId: string,
  lock = false,
): Promise<StoredWebhook | undefined> {
  const [row] = await sql<StoredWebhook[]>`
    select e.company_id, e.endpoint_id, e.url, e.events, e.format, e.event_version, e.state, ${status(sql)} as status, e.version,
           e.created_at, e.paused_at, e.paused_by, e.failing_since, e.secret_version, e.key_generation, e.previous_until,
           (select u.given_name || ' ' || u.family_name from known_user u where u.user_id = e.created_by) as created_by
    from webhook_endpoint e
    where e.endpoint_id = ${endpointId} and e.company_id = any (${tenantIds as number[]}) and e.state <> 'deleted'
    ${lock ? sql`for no key update of e` : sql``}`;
  return row;
}

/** The installations of a webhook, by name. */
export function listEndpointInstallations(
  sql: TenantSql,
  endpoint: Pick<StoredWebhook, 'companyId' | 'endpointId'>,
): Promise<KeyInstallation[]> {
  return sql<KeyInstallation[]>`
    select i.installation_id, i.company_id, o.name, m.name as merchant_name, o.path, m.path as merchant_path
    from webhook_installation w
    join installation i on i.installation_id = w.installation_id
    join organisation o on o.id = i.installation_id
    join organisation m on m.id = i.merchant_id
    where w.company_id = ${endpoint.companyId} and w.endpoint_id = ${endpoint.endpointId}
    order by o.name, o.id`;
}

/** The ids of a company's webhooks, at most `maxWebhooks`, oldest first. */
export async function listCompanyEndpoints(sql: TenantSql, companyId: number): Promise<string[]> {
  const rows = await sql<{ endpointId: string }[]>`
    select endpoint_id from webhook_endpoint where company_id = ${companyId} and state <> 'deleted'
    order by created_at, endpoint_id`;
  return rows.map(({ endpointId }) => endpointId);
}

export async function countEndpoints(sql: TenantSql, companyId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from webhook_endpoint where company_id = ${companyId} and state <> 'deleted'`;
  return row?.count ?? 0;
}

interface NewEndpoint {
  companyId: number;
  endpointId: string;
  /** null: the operator of the system. */
  userId: string | null;
  content: WebhookContent;
  keyGeneration: number;
  request: RequestKey | undefined;
  now: Date;
}

/** False when the user's same Idempotency-Key has created a webhook. */
export async function insertEndpoint(
  sql: TenantSql,
  { companyId, endpointId, userId, content, keyGeneration, request, now }: NewEndpoint,
): Promise<boolean> {
  const inserted = await sql`
    insert into webhook_endpoint (company_id, endpoint_id, url, events, format, state, created_at, created_by,
                                  key_generation, request_key, request_hash)
    values (${companyId}, ${endpointId}, ${content.url}, ${content.events as string[]}, ${content.format}, 'active',
            ${now}, ${userId}, ${keyGeneration}, ${request?.key ?? null}, ${request?.hash ?? null})
    on conflict (created_by, request_key) do nothing returning 1`;
  if (inserted.length === 0) return false;
  await insertInstallations(sql, { companyId, endpointId }, content.installationIds);
  return true;
}

/** The webhook that a request has created. */
export async function findByRequest(
  sql: TenantSql,
  userId: string,
  request: RequestKey,
): Promise<Pick<StoredWebhook, 'endpointId' | 'secretVersion' | 'keyGeneration' | 'version'> | undefined> {
  const [row] = await sql<
    Pick<StoredWebhook, 'endpointId' | 'secretVersion' | 'keyGeneration' | 'version'>[]
  >`
    select endpoint_id, secret_version, key_generation, version from webhook_endpoint
    where created_by = ${userId} and request_key = ${request.key} and request_hash = ${request.hash}
      and state <> 'deleted'`;
  return row;
}

type Place = Pick<StoredWebhook, 'companyId' | 'endpointId'>;

/** Another address begins without failures. */
export async function updateEndpoint(
  sql: TenantSql,
  place: Place,
  content: WebhookContent,
  eventVersion?: 2,
): Promise<void> {
  const { companyId, endpointId } = place;
  await sql`
    update webhook_endpoint set url = ${content.url}, events = ${content.events as string[]},
      format = ${content.format}, version = version + 1,
      event_version = coalesce(${eventVersion ?? null}::smallint, event_version),
      failing_since = case when url = ${content.url} then failing_since end,
      warned_at = case when url = ${content.url} then warned_at end
    where company_id = ${companyId} and endpoint_id = ${endpointId}`;
  await sql`
    delete from webhook_installation
    where company_id = ${companyId} and endpoint_id = ${endpointId}
      and installation_id <> all (${content.installationIds})`;
  await insertInstallations(sql, place, content.installationIds);
}

async function insertInstallations(
  sql: TenantSql,
  { companyId, endpointId }: Place,
  ids: readonly number[],
): Promise<void> {
  await sql`
    insert into webhook_installation (company_id, installation_id, endpoint_id)
    select ${companyId}, unnest(${ids as number[]}::integer[]), ${endpointId} on conflict do nothing`;
}

/** The row stays until its deliveries are deleted; payments no longer find it. */
export async function markDeleted(sql: TenantSql, { companyId, endpointId }: Place): Promise<void> {
  await sql`
    update webhook_endpoint set state = 'deleted', version = version + 1
    where company_id = ${companyId} and endpoint_id = ${endpointId}`;
  await sql`delete from webhook_installation where company_id = ${companyId} and endpoint_id = ${endpointId}`;
}

export async function setPaused(
  sql: TenantSql,
  { companyId, endpointId }: Place,
  isPaused: boolean,
  now: Date,
): Promise<void> {
  await sql`
    update webhook_endpoint set state = ${isPaused ? 'paused' : 'active'}, version = version + 1,
      paused_at = ${isPaused ? now : null}, paused_by = ${isPaused ? 'user' : null},
      failing_since = case when ${isPaused} then failing_since end, warned_at = case when ${isPaused} then warned_at end
    where company_id = ${companyId} and endpoint_id = ${endpointId}`;
}

/** Makes the next version of the secret the signing one. */
export async function rotateSecret(
  sql: TenantSql,
  { companyId, endpointId }: Place,
  { previousUntil, keyGeneration }: { previousUntil: Date; keyGeneration: number },
): Promise<void> {
  await sql`
    update webhook_endpoint set secret_version = secret_version + 1, previous_until = ${previousUntil},
      previous_generation = key_generation, key_generation = ${keyGeneration},
      version = version + 1
    where company_id = ${companyId} and endpoint_id = ${endpointId}`;
}

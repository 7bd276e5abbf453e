import {
  type KeyInstallation,
  findInstallations,
} from '#features/access/api-keys/server/api-credential-table.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Caller, inScope, mayOn } from '#server/auth/caller.ts';
import { problems } from '#shared/problem.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Webhook } from '../schemas.ts';
import { readSuccessRate } from './db/webhook-delivery.ts';
import { type StoredWebhook, listEndpointInstallations, loadEndpoint } from './db/webhook-endpoint.ts';

type Place = Pick<KeyInstallation, 'path' | 'merchantPath'>;

const holdsPermission = (caller: Caller, name: Permission, { path, merchantPath }: Place): boolean =>
  mayOn(caller, name, path) || mayOn(caller, name, merchantPath);

const mayView = (caller: Caller, place: Place): boolean =>
  holdsPermission(caller, 'P_VIEW_INSTALLATION', place) ||
  holdsPermission(caller, 'P_MANAGE_WEBHOOKS', place);

/** Whether the caller may see a webhook that has this installation. */
export const isVisible = (caller: Caller, place: Place): boolean =>
  inScope(caller, place.path) && mayView(caller, place);

/** Whether the caller manages webhooks on every installation. */
export const mayManage = (caller: Caller, places: readonly Place[]): boolean =>
  places.length > 0 && places.every((place) => holdsPermission(caller, 'P_MANAGE_WEBHOOKS', place));

/** The installations at and below a path that the caller may see here. */
export async function listVisibleInstallations(
  sql: TenantSql,
  caller: Caller,
  path: string,
): Promise<KeyInstallation[]> {
  return (await findInstallations(sql, { below: path })).filter((installation) =>
    mayView(caller, installation),
  );
}

/**
 * The installations of a request, all of one company and at or below the organisation of the path. Throws 403 unless the
 * caller manages webhooks on each.
 */
export async function listManagedInstallations(
  sql: TenantSql,
  caller: Caller,
  path: string,
  ids: readonly number[],
): Promise<KeyInstallation[]> {
  const found = await findInstallations(sql, { ids });
  const isBelow = found.every(
    (installation) => `${installation.path}/`.startsWith(`${path}/`) && inScope(caller, installation.path),
  );
  if (found.length !== ids.length || !isBelow || !mayManage(caller, found)) throw problems.forbidden();
  if (new Set(found.map(({ companyId }) => companyId)).size > 1)
    throw problems.invalid('body.installationIds');
  return found;
}

export interface FoundWebhook {
  webhook: StoredWebhook;
  installations: KeyInstallation[];
}

interface Request {
  sql: TenantSql;
  caller: Caller;
  path: { endpointId: string };
  resource: { path: string };
}

/** The webhook of a request. Throws 404 unless one of its installations below the organisation is visible. */
export async function findWebhook(
  { sql, caller, path: { endpointId }, resource }: Request,
  lock = false,
): Promise<FoundWebhook> {
  const webhook = await loadEndpoint(sql, caller.tenantIds, endpointId, lock);
  if (!webhook) throw problems.notFound();
  const installations = await listEndpointInstallations(sql, webhook);
  const below = `${resource.path}/`;
  const isFound = installations.some(
    (installation) => `${installation.path}/`.startsWith(below) && isVisible(caller, installation),
  );
  if (!isFound) throw problems.notFound();
  return { webhook, installations };
}

/** The same for a change. Throws 403 unless the caller manages webhooks on all of its installations. */
export async function findWebhookToChange(ctx: Request): Promise<FoundWebhook> {
  const found = await findWebhook(ctx, true);
  if (!mayManage(ctx.caller, found.installations)) throw problems.forbidden();
  return found;
}

/** The address without its query, which may contain a secret. */
export const shortUrl = (url: string): string => url.split('?', 1)[0] ?? '';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The webhook as the caller may see it. */
export async function toWebhook(
  { sql, caller, now }: Pick<Request, 'sql' | 'caller'> & { now: Date },
  { webhook, installations }: FoundWebhook,
): Promise<Webhook> {
  const isManager = mayManage(caller, installations);
  const { previousUntil } = webhook;
  return {
    endpointId: webhook.endpointId,
    url: isManager ? webhook.url : shortUrl(webhook.url),
    events: webhook.events,
    format: webhook.format,
    eventVersion: webhook.eventVersion,
    status: webhook.status,
    pausedAt: iso(webhook.pausedAt),
    pausedBy: webhook.pausedBy,
    failingSince: iso(webhook.failingSince),
    installations: installations
      .filter((installation) => mayView(caller, installation))
      .map(({ installationId, name, merchantName }) => ({ installationId, name, merchantName })),
    installationCount: installations.length,
    createdAt: webhook.createdAt.toISOString(),
    createdBy: webhook.createdBy,
    previousValidUntil: previousUntil !== null && now < previousUntil ? previousUntil.toISOString() : null,
    ...(await readSuccessRate(sql, webhook)),
    version: webhook.version,
    mayManage: isManager,
  };
}

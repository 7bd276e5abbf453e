import { randomBytes } from 'node:crypto';
import { isPrivateHost } from '#integrations/web/private-host.ts';
import { Problem } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Actor, actorOf } from '#server/audit/actor.ts';
import type { Keys } from '#server/keys.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import type { HandlerContext } from '#server/handler.ts';
import type { WebhookContent } from '../schemas.ts';
import { isWebhookUrl } from '../webhook-rules.ts';
import * as db from './db/webhook-endpoint.ts';
import { webhookSecret } from './webhook-secret.ts';
import type { pauseWebhook } from '../endpoints.ts';

/** The most webhooks of a company: each is a row more for every event. */
const maxWebhooks = 50;

/*
 * Changes of a company's webhooks by commands of the operator. The caller names installations of the company only. Each writes and
 * audits in the transaction of `sql`, and throws a Problem to refuse.
 */

interface WebhookState {
  webhook: db.StoredWebhook;
  content: WebhookContent;
}

/** A webhook of the company that is not deleted, locked until the end of the transaction. */
export async function findWebhookOfCompany(
  sql: TenantSql,
  companyId: number,
  endpointId: string,
): Promise<WebhookState | undefined> {
  const webhook = await db.loadEndpoint(sql, [companyId], endpointId, true);
  if (!webhook) return undefined;
  const installations = await db.listEndpointInstallations(sql, webhook);
  return { webhook, content: webhookContent(webhook, installations) };
}

/** Creates a webhook and returns its signing secret. */
export async function createWebhookBy(
  sql: TenantSql,
  by: Actor,
  keys: Keys,
  { companyId, content }: { companyId: number; content: WebhookContent },
): Promise<{ endpointId: string; secret: string }> {
  const endpointId = newEndpointId();
  const keyGeneration = keys.notification.generation;
  await db.insertEndpoint(sql, {
    companyId,
    endpointId,
    userId: null,
    content,
    keyGeneration,
    request: undefined,
    now: by.at,
  });
  await requireRoom(sql, companyId);
  await auditWebhookBy(sql, by, 'createWebhook', { companyId, endpointId }, { after: content });
  return { endpointId, secret: webhookSecret(keys, endpointId, { version: 0, keyGeneration }) };
}

/** Replaces the settings of a webhook. Its secret stays. */
export async function changeWebhookBy(
  sql: TenantSql,
  by: Actor,
  { webhook, content: before }: WebhookState,
  content: WebhookContent,
): Promise<void> {
  await db.updateEndpoint(sql, webhook, content);
  await auditWebhookBy(sql, by, 'changeWebhook', webhook, { before, after: content });
}

export async function deleteWebhookBy(
  sql: TenantSql,
  by: Actor,
  { webhook, content: before }: WebhookState,
): Promise<void> {
  await db.markDeleted(sql, webhook);
  await auditWebhookBy(sql, by, 'deleteWebhook', webhook, { before });
}

/** Without repetitions. Throws 400 for an address that the product does not call: http, or one of a private network. */
export function normaliseWebhook(content: WebhookContent, isHttpAllowed: boolean): WebhookContent {
  if (!isWebhookUrl(content.url, isHttpAllowed) || (!isHttpAllowed && isPrivateHost(content.url)))
    throw new Problem(400, 'ADDRESS_NOT_PUBLIC', 'body.url', {
      fieldError: { field: 'url', detail: 'invalid' },
    });
  return {
    url: content.url,
    events: [...new Set(content.events)],
    installationIds: [...new Set(content.installationIds)],
    format: content.format,
  };
}

/** Throws 409 when the company has more webhooks than it can, the new one included. */
export async function requireRoom(sql: TenantSql, companyId: number): Promise<void> {
  if ((await db.countEndpoints(sql, companyId)) > maxWebhooks)
    throw new Problem(409, 'WEBHOOK_LIMIT', 'webhook_limit');
}

export function newEndpointId(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  return `wh_${[...randomBytes(12)].map((byte) => alphabet[byte % 32]).join('')}`;
}

export const webhookContent = (
  webhook: db.StoredWebhook,
  installations: readonly { installationId: number }[],
): WebhookContent => ({
  url: webhook.url,
  events: webhook.events,
  installationIds: installations.map(({ installationId }) => installationId),
  format: webhook.format,
});

interface Place {
  companyId: number;
  endpointId: string;
}
interface Change {
  before?: object;
  after?: object;
}

/** Audits the change of a webhook by a request, at the organisation of the request. */
export function auditWebhook(
  ctx: Pick<HandlerContext<typeof pauseWebhook>, 'sql' | 'caller' | 'request' | 'now' | 'resource'>,
  { name }: { name: string },
  place: Place,
  change: Change,
): Promise<void> {
  const { organisationId } = ctx.resource;
  return auditWebhookBy(ctx.sql, actorOf(ctx), name, { ...place, organisationId }, change);
}

/** The audit stores addresses without their query. */
function auditWebhookBy(
  sql: TenantSql,
  by: Actor,
  act: string,
  { companyId, endpointId, organisationId }: Place & { organisationId?: number },
  { before, after }: Change,
): Promise<void> {
  const safe = (content: object) =>
    'url' in content ? { ...content, url: String(content.url).split('?', 1)[0] } : content;
  return writeAuditEvent(sql, {
    ...by,
    companyId,
    organisationId: organisationId ?? companyId,
    act,
    objectKind: 'webhook',
    objectId: endpointId,
    outcome: 'allowed',
    before: before ? safe(before) : undefined,
    after: after ? safe(after) : undefined,
  });
}

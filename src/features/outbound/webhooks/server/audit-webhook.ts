import type { TenantSql } from '#database/tenant.ts';
import { type Actor, actorOf } from '#server/audit/actor.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import type { HandlerContext } from '#server/handler.ts';
import type { pauseWebhook } from '../endpoints.ts';

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
export function auditWebhookBy(
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

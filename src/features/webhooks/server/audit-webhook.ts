import { auditAction } from '#server/audit/audit-event.ts';
import type { HandlerContext } from '#server/handler.ts';
import type { Endpoint } from '#shared/define-endpoint.ts';
import type { FoundWebhook } from './webhook-access.ts';

/** The audit stores addresses without their query. */
export function auditWebhook(
  { sql, caller, request, now, resource }: Omit<HandlerContext<Endpoint>, 'path' | 'query' | 'body'>,
  { name: act }: { name: string },
  { companyId, endpointId }: Pick<FoundWebhook['webhook'], 'companyId' | 'endpointId'>,
  { before, after }: { before?: object; after?: object },
): Promise<void> {
  const safe = (content: object | undefined) =>
    content && 'url' in content ? { ...content, url: String(content.url).split('?', 1)[0] } : content;
  return auditAction(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: resource.organisationId,
    act,
    objectKind: 'webhook',
    objectId: endpointId,
    ...(before ? { before: safe(before) } : {}),
    ...(after ? { after: safe(after) } : {}),
  });
}

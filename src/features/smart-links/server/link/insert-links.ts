import type { Endpoint } from '#shared/define-endpoint.ts';
import { formatMinor } from '#shared/money.ts';
import { buildPaymentContext, sendReply } from '#features/payments/server/payment-context.ts';
import { respondOnce } from '#features/payments/server/db/idempotency-keys.ts';
import type { LinkRequest } from '../../link-request.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { HandlerContext } from '#server/handler.ts';
import { type CreatedLinks, createLinks } from './create-links.ts';
import type { LinkKind, LinkRefusal } from './validate-link.ts';

/** Creates links for the three endpoints. A repeated request gets the stored response of the first. */
export async function respondWithLinks<T>(
  ctx: HandlerContext<Endpoint>,
  name: string,
  kind: LinkKind,
  toResponse: (created: CreatedLinks) => T,
) {
  const reply = await respondOnce<T | LinkRefusal>(ctx.sql, buildPaymentContext(ctx, name), async () => {
    const created = await createAndAudit(ctx, name, kind);
    return created.status === 'FAILED'
      ? { status: 400, body: created }
      : { status: 201, body: toResponse(created) };
  });
  return sendReply(reply);
}

/** Creates the links and writes one audit event, also for a rejected request. */
async function createAndAudit(
  ctx: HandlerContext<Endpoint>,
  name: string,
  kind: LinkKind,
): Promise<CreatedLinks | LinkRefusal> {
  const { sql, resource, caller, request, services, now } = ctx;
  const { companyId, merchantId, installationId } = resource;
  if (!companyId || !merchantId || !installationId) throw new Error(`${name}: guard named no installation`);
  const isForm = name === 'createSmartLinkBatch';
  const requested = ctx.body as LinkRequest;
  const body = isForm ? requested : { ...requested, batchSize: 1 };
  const owner = { companyId, merchantId, installationId };
  const created = await createLinks(
    sql,
    { ...owner, kind, createdBy: caller.id, body, isForm },
    services.config,
    now,
  );
  const [first] = created.status === 'SUCCESS' ? created.links : [];
  await auditAction(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: installationId,
    act: name,
    objectKind: 'smartLink',
    objectId: first?.linkId,
    outcome: created.status === 'SUCCESS' ? 'allowed' : `refused: ${created.reasonCode}`,
    detail: created.status === 'SUCCESS' ? linkDetail(created, kind) : { kind },
  });
  return created;
}

/** Never contains the codes: users who may read the audit may not be allowed to send links. */
function linkDetail({ plan, links }: CreatedLinks, kind: LinkKind) {
  const { currency, amountMinor, usage, expiresAt } = plan;
  return {
    kind,
    usage,
    currency,
    amount: amountMinor === null ? '' : formatMinor(amountMinor, currency),
    expires: expiresAt.toISOString(),
    links: links.map(({ linkId }) => linkId),
  };
}

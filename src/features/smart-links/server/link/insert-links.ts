import type { Endpoint } from '#shared/define-endpoint.ts';
import { formatMinor } from '#shared/money.ts';
import { buildPaymentContext, sendReply } from '#features/payments/server/pipeline/payment-context.ts';
import { respondOnce } from '#features/payments/server/pipeline/store/idempotency-keys.ts';
import type { LinkRequest } from '#features/smart-links/link-request.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { HandlerContext } from '#server/handler.ts';
import { type CreatedLinks, createLinks } from './create-links.ts';
import type { LinkKind, LinkRefusal } from './validate-link.ts';

/** The three calls that make links differ in kind and number only; a repeated request gets the first one's answer. */
export async function respondWithLinks<T>(
  ctx: HandlerContext<Endpoint>,
  name: string,
  kind: LinkKind,
  answer: (made: CreatedLinks) => T,
) {
  const replied = await respondOnce<T | LinkRefusal>(ctx.sql, buildPaymentContext(ctx, name), async () => {
    const made = await createLinksIn(ctx, name, kind);
    return made.status === 'FAILED' ? { status: 400, body: made } : { status: 201, body: answer(made) };
  });
  return sendReply(replied);
}

/** One line in the audit, whatever comes of it. */
async function createLinksIn(
  ctx: HandlerContext<Endpoint>,
  name: string,
  kind: LinkKind,
): Promise<CreatedLinks | LinkRefusal> {
  const { sql, resource, caller, request, services, now } = ctx;
  const { companyId, merchantId, installationId } = resource;
  if (!companyId || !merchantId || !installationId) throw new Error(`${name}: guard named no installation`);
  const isForm = name === 'createSmartLinkBatch';
  const asked = ctx.body as LinkRequest;
  const body = isForm ? asked : { ...asked, batchSize: 1 };
  const place = { companyId, merchantId, installationId };
  const made = await createLinks(
    sql,
    { ...place, kind, createdBy: caller.id, body, isForm },
    services.config,
    now,
  );
  const [first] = made.status === 'SUCCESS' ? made.links : [];
  await auditAction(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: installationId,
    act: name,
    objectKind: 'smartLink',
    objectId: first?.linkId,
    outcome: made.status === 'SUCCESS' ? 'allowed' : `refused: ${made.reasonCode}`,
    detail: made.status === 'SUCCESS' ? linkDetail(made, kind) : { kind },
  });
  return made;
}

/** Never the codes: whoever reads the audit is not everybody who may hand out links. */
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

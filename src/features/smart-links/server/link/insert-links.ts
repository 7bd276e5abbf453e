import type { Endpoint } from '#shared/define-endpoint.ts';
import { formatMinor } from '#shared/money.ts';
import type { Result } from '#shared/result.ts';
import {
  type HostedFailure,
  type HostedRefusal,
  hostedFailure,
} from '#features/hosted-sessions/server/session/hosted-problem.ts';
import { buildPaymentContext, sendReply } from '#features/payments/server/payment-context.ts';
import { respondOnce } from '#features/payments/server/db/idempotency-keys.ts';
import type { LinkRequest } from '../../link-request.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { HandlerContext } from '#server/handler.ts';
import { type CreatedLinks, createLinks } from './create-links.ts';
import type { LinkKind } from './validate-link.ts';

/** Creates links for the three endpoints. A repeated request gets the stored response of the first. */
export async function respondWithLinks<T>(
  ctx: HandlerContext<Endpoint>,
  name: string,
  kind: LinkKind,
  toResponse: (created: CreatedLinks) => T,
) {
  const reply = await respondOnce<T | HostedFailure>(ctx.sql, buildPaymentContext(ctx, name), async () => {
    const created = await createAndAudit(ctx, name, kind);
    return created.ok
      ? { status: 201, body: toResponse(created.value) }
      : { status: 400, body: hostedFailure(created) };
  });
  return sendReply(reply);
}

/** Creates the links and writes one audit event, also for a rejected request. */
async function createAndAudit(
  ctx: HandlerContext<Endpoint>,
  name: string,
  kind: LinkKind,
): Promise<Result<CreatedLinks, HostedRefusal>> {
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
  const [first] = created.ok ? created.value.links : [];
  await auditAction(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: installationId,
    act: name,
    objectKind: 'smartLink',
    objectId: first?.linkId,
    outcome: created.ok ? 'allowed' : `refused: ${created.code}`,
    detail: created.ok ? linkDetail(created.value, kind) : { kind },
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

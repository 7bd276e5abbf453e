import { randomUUID } from 'node:crypto';
import type { TenantSql } from '#database/tenant.ts';
import { type Result, ok, refuse } from '#shared/result.ts';
import { redactForStorage } from '#features/payments/hosted-sessions/server/session/check-session.ts';
import type { HostedRefusal } from '#features/payments/hosted-sessions/server/session/hosted-problem.ts';
import {
  isAllowedRedirect,
  validateSession,
} from '#features/payments/hosted-sessions/server/session/open-session.ts';
import type { LinkRequest } from '../../link-request.ts';
import type { Config } from '#server/config.ts';
import { type LinkKind, type LinkPlan, validateLink } from './validate-link.ts';
import { type LinkOwner, buildSessionOpening } from './link-session.ts';
import { shortCode } from './short-code.ts';

interface LinkOrder extends LinkOwner {
  kind: LinkKind;
  /** The id of the user or API key. */
  createdBy: string;
  body: LinkRequest;
  isForm: boolean;
}

export interface CreatedLinks {
  plan: LinkPlan;
  links: { linkId: string; code: string }[];
}

type LinkConfig = Pick<Config, 'portalUrl' | 'checkoutUrl' | 'insecureCallbacks'>;

/** Validates a request and inserts its links. */
export async function createLinks(
  sql: TenantSql,
  order: LinkOrder,
  config: LinkConfig,
  now: Date,
): Promise<Result<CreatedLinks, HostedRefusal>> {
  const planned = await planLinks(sql, order, config, now);
  if (!planned.ok) return planned;
  return ok({ plan: planned.value, links: await insertLinks(sql, order, planned.value, randomUUID(), now) });
}

/** Validates a request also as the session that it will open, so that errors reach the merchant and not the customer. */
export async function planLinks(
  sql: TenantSql,
  order: LinkOrder,
  config: LinkConfig,
  now: Date,
): Promise<Result<LinkPlan, HostedRefusal>> {
  const planned = validateLink(order.body, order.kind, now, order.isForm);
  if (!planned.ok) return planned;
  const plan = planned.value;
  const opening = buildSessionOpening(
    order,
    { kind: order.kind, request: plan.request, code: shortCode() },
    config,
  );
  const validated = await validateSession(sql, opening, config, now);
  if (!validated.ok) return validated;
  if (!(await isAllowedRedirect(sql, plan.onDeadLink, opening, config)))
    return refuse('exception.config.url.not.valid', 'smartLink.onDeadLink', 'not_allowed');
  return planned;
}

/** Inserts the links of a plan in one statement. */
export async function insertLinks(
  sql: TenantSql,
  { companyId, merchantId, installationId, kind, createdBy }: LinkOrder,
  plan: LinkPlan,
  batchId: string,
  now: Date,
): Promise<CreatedLinks['links']> {
  // Without the URLs of the validated opening, because each link has its own.
  const request = redactForStorage(plan.request, kind, []);
  const links = Array.from({ length: plan.batchSize }, () => ({ linkId: randomUUID(), code: shortCode() }));
  await sql`
    insert into smart_link (company_id, link_id, code, batch_id, merchant_id, installation_id, kind, link_usage,
                            created_at, created_by, expires_at, request, ccy_code, amount_minor, on_dead_link,
                            remind_days_before, remind_at, thank_you)
    select ${companyId}::integer, one.link_id, one.code, ${batchId}::uuid, ${merchantId}::integer,
           ${installationId}::integer, ${kind}, ${plan.usage}, ${now}::timestamptz, ${createdBy},
           ${plan.expiresAt}::timestamptz, ${sql.json(request)}::jsonb, ${plan.currency},
           ${plan.amountMinor}::bigint, ${plan.onDeadLink}::text, ${plan.remindDaysBefore}::smallint,
           ${plan.remindAt}::timestamptz, ${plan.thankYou}::text
    from unnest(${links.map(({ linkId }) => linkId)}::uuid[], ${links.map(({ code }) => code)}::text[])
      as one (link_id, code)`;
  return links;
}

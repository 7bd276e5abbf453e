import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { problems } from '#shared/problem.ts';
import { isUserId } from '#shared/user-name.ts';
import { Download, type HandlerContext, handle, handleWithoutTransaction } from '#server/handler.ts';
import { readCursorPage } from '#server/http/list-cursor.ts';
import { singleLinkResponse, toListedLink } from './link/link-response.ts';
import { linkUrl } from './link/link-session.ts';
import { maxLinkOffset } from '../links-search.ts';
import {
  type LinkSearch,
  type StoredLink,
  findLinkById,
  listLinksAfter,
  listLinks,
} from './smart-link-table.ts';
import { linkCurrencies } from '../link-rules.ts';
import type { QueryOf } from '#shared/define-endpoint.ts';
import { formatMinor, parseAmount } from '#shared/money.ts';
import type { Result } from '#shared/result.ts';
import {
  type HostedFailure,
  type HostedRefusal,
  hostedFailure,
} from '#features/payments/hosted-sessions/server/session/hosted-problem.ts';
import { buildPaymentContext, sendReply } from '#features/payments/payments/server/payment-context.ts';
import { respondOnce } from '#features/payments/payments/server/run-once.ts';
import type { LinkRequest } from '../link-request.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { type CreatedLinks, createLinks } from './link/create-links.ts';
import type { LinkKind } from './link/validate-link.ts';
import { inTenant } from '#database/tenant.ts';
import { streamCsv } from '#server/http/stream-csv.ts';
import { visibleInstallations } from './visible-installations.ts';

export const createPaymentLink = handle(endpoints.createPaymentLink, schemas.createPaymentLink, async (ctx) =>
  respondWithLinks(ctx, endpoints.createPaymentLink.name, 'payments', (created) =>
    singleLinkResponse(created, ctx.services.config),
  ),
);

export const createPayoutLink = handle(endpoints.createPayoutLink, schemas.createPayoutLink, async (ctx) =>
  respondWithLinks(ctx, endpoints.createPayoutLink.name, 'payouts', (created) =>
    singleLinkResponse(created, ctx.services.config),
  ),
);

export const createSmartLinkBatch = handle(
  endpoints.createSmartLinkBatch,
  schemas.createSmartLinkBatch,
  async (ctx) =>
    respondWithLinks(ctx, endpoints.createSmartLinkBatch.name, 'payments', ({ links }) => ({
      smartLinkResponseDetail: {
        links: links.map(({ linkId, code }) => ({ linkId, link: linkUrl(code, ctx.services.config) })),
      },
      status: 'SUCCESS' as const,
      reasonCode: 'S100',
      reasonMessage: 'SmartLink created',
    })),
);

export const searchSmartLinks = handle(
  endpoints.searchSmartLinks,
  schemas.searchSmartLinks,
  async ({ sql, caller, resource, query, services, now }) => {
    const { offset = 0, pageSize = 25, ...criteria } = query;
    const installationsInReach = await visibleInstallations(sql, caller, resource.path);
    const installations = installationsInReach.map(({ id }) => id);
    const search = buildLinkSearch(criteria, caller.tenantIds, installations);
    const { links, found } = await listLinks(
      sql,
      { ...search, offset, pageSize, maxFound: maxLinkOffset },
      now,
    );
    return {
      links: links.map((link) => toListedLink(link, services.config, now)),
      total: Math.min(found, maxLinkOffset),
      hasMore: found > maxLinkOffset,
    };
  },
);

export const listInstallationLinks = handle(
  endpoints.listInstallationLinks,
  schemas.listInstallationLinks,
  async ({ sql, caller, resource, query, services, now }) => {
    const { cursor: _cursor, limit: _limit, ...criteria } = query;
    const search = buildLinkSearch(criteria, caller.tenantIds, [resource.installationId]);
    const { rows, nextCursor } = await readCursorPage({
      query,
      isId: isUserId,
      load: (after, limit) =>
        listLinksAfter(sql, search, after && { place: after.at, linkId: after.id }, limit, now),
      readPosition: ({ place, linkId }) => ({ at: place, id: linkId }),
    });
    return { items: rows.map((link) => toListedLink(link, services.config, now)), nextCursor };
  },
);

/** The same 404 for an unknown link and for one of another installation. */
export const readSmartLink = handle(
  endpoints.readSmartLink,
  schemas.readSmartLink,
  async ({ sql, resource, path, services, now }) => {
    const link = isUserId(path.linkId) ? await findLinkById(sql, path.linkId) : undefined;
    if (!link || link.installationId !== resource.installationId) throw problems.notFound();
    return toListedLink(link, services.config, now);
  },
);

/** Active installations that process at least one of the currencies of links. */
export const listEmailPayInstallations = handle(
  endpoints.listEmailPayInstallations,
  schemas.listEmailPayInstallations,
  async ({ sql, caller, resource }) => {
    const installationsInReach = await visibleInstallations(sql, caller, resource.path);
    return installationsInReach
      .filter(({ isActive }) => isActive)
      .map(({ isActive: _isActive, ...link }) => ({
        ...link,
        currencies: linkCurrencies.filter((code) => link.currencies.includes(code)),
      }))
      .filter(({ currencies }) => currencies.length > 0);
  },
);

type LinkContext = HandlerContext<
  (typeof endpoints)['createPaymentLink' | 'createPayoutLink' | 'createSmartLinkBatch']
>;

/** Creates links for the three endpoints. A repeated request gets the stored response of the first. */
async function respondWithLinks<T>(
  ctx: LinkContext,
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
  ctx: LinkContext,
  name: string,
  kind: LinkKind,
): Promise<Result<CreatedLinks, HostedRefusal>> {
  const { sql, resource, caller, request, services, now } = ctx;
  const { companyId, merchantId, installationId } = resource;
  const isForm = name === 'createSmartLinkBatch';
  const requested = ctx.body as LinkRequest;
  const body = isForm ? requested : { ...requested, batchSize: 1 };
  const created = await createLinks(
    sql,
    { companyId, merchantId, installationId, kind, createdBy: caller.id, body, isForm },
    services.config,
    now,
  );
  if (created.ok && kind === 'payouts') {
    const { amountMinor: minor, currency } = created.value.plan;
    await ctx.requireApproval(sql, {
      organisationId: merchantId,
      objectId: null,
      objectName: requested.transaction?.merchantReference ?? null,
      ...(minor === null ? {} : { amount: { minor, currency } }),
    });
  }
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

export const reportSmartLinks = handleWithoutTransaction(
  endpoints.reportSmartLinks,
  schemas.reportSmartLinks,
  async (ctx) => {
    const { services, caller, resource, query, now } = ctx;
    const visible = await ctx.inTenant((sql) => visibleInstallations(sql, caller, resource.path));
    const search = buildLinkSearch(
      query,
      caller.tenantIds,
      visible.map(({ id }) => id),
    );
    const { database, config } = services;
    const rows = streamCsv({
      header,
      loadAfter: (last: (StoredLink & { place: string }) | undefined, batchSize) =>
        inTenant(database, [...search.tenantIds], (sql) => listLinksAfter(sql, search, last, batchSize, now)),
      toCells: (row) => toCells(toListedLink(row, config, now)),
    });
    const name = `smart-links-${now.toISOString().slice(0, 10)}.csv`;
    return new Download(name, 'text/csv; charset=utf-8', rows);
  },
);

const header = [
  'linkId',
  'link',
  'status',
  'usage',
  'created',
  'expires',
  'installationId',
  'installation',
  'merchant',
  'merchantReference',
  'description',
  'emailAddress',
  'currency',
  'amount',
  'payments',
  'paidAmount',
  'lastPaid',
  'latestTransaction',
  'state',
  'authorisedAmount',
  'refundedAmount',
  'opened',
  'batchId',
];

const toCells = (link: schemas.ListedLink) => [
  link.linkId,
  link.link,
  link.status,
  link.usage,
  link.created,
  link.expires,
  link.installationId,
  link.installationName,
  link.merchantName,
  link.merchantReference,
  link.description,
  link.emailAddress,
  link.currency,
  link.amount,
  link.paid?.count ?? 0,
  link.paid?.amount,
  link.paid?.at,
  link.transactionId,
  link.state,
  link.authorised?.amount,
  link.refunded?.amount,
  link.opened,
  link.batchId,
];

/** Converts the criteria of a request to those of the query. */
function buildLinkSearch(
  query: QueryOf<typeof endpoints.reportSmartLinks>,
  tenantIds: readonly number[],
  installations: readonly number[],
): LinkSearch {
  const { status, state, reference, emailAddress, amount, createdFrom, createdTo, expiresTo, batchId } =
    query;
  // All currencies of links have the same digits.
  const parsed = amount === undefined ? undefined : parseAmount(amount, linkCurrencies[0]);
  return {
    tenantIds,
    installations,
    status,
    state,
    reference,
    emailAddress,
    amountMinor: parsed === undefined ? undefined : parsed.ok ? parsed.value : -1,
    createdFrom: createdFrom === undefined ? undefined : new Date(createdFrom),
    createdTo: createdTo === undefined ? undefined : new Date(createdTo),
    expiresTo: expiresTo === undefined ? undefined : new Date(expiresTo),
    batchId,
  };
}

// Longer handlers are in separate files.
export { createLinksFromFile } from './create-links-from-file.ts';
export { changeSmartLink } from './change-smart-link.ts';
export { cancelSmartLink } from './cancel-smart-link.ts';
export { openSmartLink } from './open-smart-link.ts';
export { sendSmartLink } from './send-smart-link.ts';
export { textSmartLink } from './text-smart-link.ts';

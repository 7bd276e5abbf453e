import { problems } from '#shared/problem.ts';
import { isUserId } from '#shared/user-name.ts';
import { handle } from '#server/handler.ts';
import { readCursorPage } from '#server/http/list-cursor.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { respondWithLinks } from './link/insert-links.ts';
import { singleLinkResponse } from './link/link-response.ts';
import { linkUrl } from './link/link-session.ts';
import { maxLinkOffset } from '../links-search.ts';
import { visibleInstallations } from './link/visible-installations.ts';
import { toListedLink, buildLinkSearch } from './link/link-list.ts';
import { linkById, linksAfter, listLinks } from './db/smart-link.ts';
import { linkCurrencies } from '../link-rules.ts';

export const createPaymentLink = handle(endpoints.createPaymentLink, schemas.createPaymentLink, async (ctx) =>
  respondWithLinks(ctx, endpoints.createPaymentLink.name, 'payments', (made) =>
    singleLinkResponse(made, ctx.services.config),
  ),
);

export const createPayoutLink = handle(endpoints.createPayoutLink, schemas.createPayoutLink, async (ctx) =>
  respondWithLinks(ctx, endpoints.createPayoutLink.name, 'payouts', (made) =>
    singleLinkResponse(made, ctx.services.config),
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
    const inSight = await visibleInstallations(sql, caller, resource.paths[0] ?? '');
    const installations = inSight.map(({ id }) => id);
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
    const search = buildLinkSearch(criteria, caller.tenantIds, [resource.installationId ?? 0]);
    const { rows, nextCursor } = await readCursorPage({
      query,
      isId: isUserId,
      load: (after, limit) =>
        linksAfter(sql, search, after && { place: after.at, linkId: after.id }, limit, now),
      positionOf: ({ place, linkId }) => ({ at: place, id: linkId }),
    });
    return { items: rows.map((link) => toListedLink(link, services.config, now)), nextCursor };
  },
);

/** The same 404 for an unknown link and for one of another installation. */
export const readSmartLink = handle(
  endpoints.readSmartLink,
  schemas.readSmartLink,
  async ({ sql, resource, path, services, now }) => {
    const link = isUserId(path.linkId) ? await linkById(sql, path.linkId) : undefined;
    if (!link || link.installationId !== resource.installationId) throw problems.notFound();
    return toListedLink(link, services.config, now);
  },
);

/** Active installations that process at least one of the currencies of links. */
export const listEmailPayInstallations = handle(
  endpoints.listEmailPayInstallations,
  schemas.listEmailPayInstallations,
  async ({ sql, caller, resource }) => {
    const inSight = await visibleInstallations(sql, caller, resource.paths[0] ?? '');
    return inSight
      .filter(({ isActive }) => isActive)
      .map(({ isActive: _isActive, ...one }) => ({
        ...one,
        currencies: linkCurrencies.filter((code) => one.currencies.includes(code)),
      }))
      .filter(({ currencies }) => currencies.length > 0);
  },
);

// Longer handlers, each in a file of its own.
export { cancelSmartLink } from './cancel-smart-link.ts';
export { openSmartLink } from './open-smart-link.ts';
export { reportSmartLinks } from './report-smart-links.ts';
export { sendSmartLink } from './send-smart-link.ts';

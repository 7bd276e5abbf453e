import { handle } from '#server/handler.ts';
import { createSmartLinkBatch as endpoint } from '../endpoints.ts';
import { linkUrl } from './link/link-session.ts';
import { respondWithLinks } from './link/insert-links.ts';

export const createSmartLinkBatch = handle(endpoint, async (ctx) =>
  respondWithLinks(ctx, endpoint.name, 'payments', ({ links }) => ({
    smartLinkResponseDetail: {
      links: links.map(({ linkId, code }) => ({ linkId, link: linkUrl(code, ctx.services.config) })),
    },
    status: 'SUCCESS' as const,
    reasonCode: 'S100',
    reasonMessage: 'SmartLink created',
  })),
);

import { handle } from '#server/handler.ts';
import { createPayoutLink as endpoint } from '../endpoints.ts';
import { respondWithLinks } from './link/insert-links.ts';
import { singleLinkResponse } from './link/link-response.ts';

export const createPayoutLink = handle(endpoint, async (ctx) =>
  respondWithLinks(ctx, endpoint.name, 'payouts', (made) => singleLinkResponse(made, ctx.services.config)),
);

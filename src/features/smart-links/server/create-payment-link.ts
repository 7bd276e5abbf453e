import { handle } from '#server/handler.ts';
import { createPaymentLink as endpoint } from '../endpoints.ts';
import { respondWithLinks } from './link/insert-links.ts';
import { singleLinkResponse } from './link/link-response.ts';

export const createPaymentLink = handle(endpoint, async (ctx) =>
  respondWithLinks(ctx, endpoint.name, 'payments', (made) => singleLinkResponse(made, ctx.services.config)),
);

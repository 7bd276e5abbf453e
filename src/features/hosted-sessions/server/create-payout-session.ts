import { handleWithoutTransaction } from '#server/handler.ts';
import { createPayoutSession as endpoint } from '../endpoints.ts';
import { createSession } from './session/create-session.ts';

export const createPayoutSession = handleWithoutTransaction(endpoint, (ctx) =>
  createSession(ctx, endpoint.name, 'payouts'),
);

import { handleWithoutTransaction } from '#server/handler.ts';
import { createCardSession as endpoint } from '../endpoints.ts';
import { createSession } from './session/create-session.ts';

export const createCardSession = handleWithoutTransaction(endpoint, (ctx) =>
  createSession(ctx, endpoint.name, 'cards'),
);

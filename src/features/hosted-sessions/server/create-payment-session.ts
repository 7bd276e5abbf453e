import { handleWithoutTransaction } from '#server/handler.ts';
import { createPaymentSession as endpoint } from '../endpoints.ts';
import { createSession } from './session/create-session.ts';

export const createPaymentSession = handleWithoutTransaction(endpoint, (ctx) =>
  createSession(ctx, endpoint.name, 'payments'),
);

import { handleWithoutTransaction } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { confirmMySignOn as endpoint } from '../endpoints.ts';
import { confirmMySignOn as schemas } from '../schemas.ts';
import { startOwnAttempt } from './own-connection.ts';

export const confirmMySignOn = handleWithoutTransaction<typeof endpoint, Services>(endpoint, schemas, (ctx) =>
  startOwnAttempt(ctx, 'confirm'),
);

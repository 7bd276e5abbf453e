import { handleWithoutTransaction } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { connectMySignOn as endpoint } from '../endpoints.ts';
import { connectMySignOn as schemas } from '../schemas.ts';
import { startOwnAttempt } from './own-connection.ts';

export const connectMySignOn = handleWithoutTransaction<typeof endpoint, Services>(endpoint, schemas, (ctx) =>
  startOwnAttempt(ctx, 'connect'),
);

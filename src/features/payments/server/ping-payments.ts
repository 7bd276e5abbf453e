import { handle } from '#server/handler.ts';
import { pingPayments as endpoint } from '../endpoints.ts';

export const pingPayments = handle(endpoint, async () => ({
  status: 'SUCCESS' as const,
  reasonCode: 'S100',
  reasonMessage: 'The merchant API is there',
}));

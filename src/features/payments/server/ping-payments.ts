import { handle } from '#server/handler.ts';
import { pingPayments as call } from '../calls.ts';

export const pingPayments = handle(call, async () => ({
  status: 'SUCCESS' as const,
  reasonCode: 'S100',
  reasonMessage: 'The merchant API is there',
}));

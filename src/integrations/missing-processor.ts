import type { NoResponse, Processor } from './processor.ts';
import type { ThreeDSecure } from './three-d-secure.ts';

const notSent: NoResponse = { kind: 'no-response', why: 'connection' };

/** While no processor is connected: payments are refused before they reach it (docs/domain.md#sandbox). */
export const missingProcessor: Processor = {
  isConnected: false,
  send: async () => notSent,
  lookup: async () => notSent,
  invalidate: async () => notSent,
  tokenize: async () => notSent,
};

/** Belongs to the missing processor: no payment is authenticated. */
export const missingThreeDSecure: ThreeDSecure = {
  authenticate: async () => {
    throw new Error('no processor is connected');
  },
  complete: async () => ({ kind: 'invalid' }),
};

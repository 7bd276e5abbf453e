import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

/** Either permission reads a dispute. */
const reading = { anyOf: ['P_VIEW_DISPUTES', 'P_MANAGE_DISPUTES'] } as const;

export const listDisputes = defineEndpoint({
  name: 'listDisputes',
  summary: 'Disputes of payments at and below an organisation: filtered, sorted, paged, counted',
  route: 'GET /proxy/sync/disputes/{orgId}',
  rateLimit: 'search',
  auth: { ...reading, resource: 'anywhere' },
});

export const getDispute = defineEndpoint({
  name: 'getDispute',
  summary: 'A dispute with its payment and what was reported of it and done about it',
  route: 'GET /proxy/sync/disputes/dispute/{disputeId}',
  auth: { ...reading, resource: { dispute: 'disputeId' } },
});

import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const auth = {
  anyOf: ['P_ACCESS_QUEUE_MANAGEMENT'],
  feature: 'QUEUE',
  resource: { organisation: 'orgId' },
} as const;

export const getQueueFigures = defineEndpoint({
  name: 'getQueueFigures',
  summary: 'Open tasks by age, and the decisions of a range of days',
  route: 'GET /proxy/async/queue/figures/{orgId}',
  rateLimit: 'search',
  auth,
});

export const listCountedTasks = defineEndpoint({
  name: 'listCountedTasks',
  summary: 'The tasks that one figure counts, newest first',
  route: 'GET /proxy/async/queue/figures/{orgId}/tasks',
  rateLimit: 'search',
  auth,
});

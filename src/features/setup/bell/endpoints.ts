import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

export const getBell = defineEndpoint({
  name: 'getBell',
  summary: 'What concerns the caller: jobs that ended, requests that were decided, cases that were assigned',
  route: 'GET /proxy/sync/bell',
  auth: { access: 'signed-in' },
});

export const markBellSeen = defineEndpoint({
  name: 'markBellSeen',
  summary: 'Marks what concerns the caller as read, up to a time',
  route: 'POST /proxy/sync/bell/seen',
  audited: 'refused',
  auth: { access: 'signed-in' },
});

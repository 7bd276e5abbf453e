import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

export const getSetup = defineEndpoint({
  name: 'getSetup',
  summary: 'The steps to the first payment, computed from existing objects; none in a demo',
  route: 'GET /proxy/sync/cm/setup/{orgId}',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

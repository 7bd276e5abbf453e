import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

export const sendFeedback = defineEndpoint({
  name: 'sendFeedback',
  summary: 'Sends a problem or a suggestion to the operator',
  route: 'POST /users/sendFeedback',
  auth: { access: 'signed-in' },
  rateLimit: { calls: 10, minutes: 60 },
});

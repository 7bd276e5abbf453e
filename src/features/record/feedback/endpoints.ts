import { defineEndpoint } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

export const sendFeedback = defineEndpoint<typeof schemas.sendFeedback>({
  name: 'sendFeedback',
  summary: 'Sends a problem or a suggestion to the operator',
  route: 'POST /users/sendFeedback',
  auth: { access: 'signed-in' },
});

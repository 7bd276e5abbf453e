import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const transactionPath = '{installationId}/{transactionId}/addSchedule' as const;

export const addSchedule = defineEndpoint({
  name: 'addSchedule',
  summary: 'Adds a schedule to a paid transaction, which charges its card again',
  route: `POST /proxy/sync/ta/transactions/${transactionPath}`,
  merchantRoute: `POST /acceptor/rest/transactions/${transactionPath}`,
  auth: {
    anyOf: ['P_REPEAT_TRANSACTION'],
    resource: { installation: 'installationId', transaction: 'transactionId' },
  },
});

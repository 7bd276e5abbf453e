import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

export const getTransaction = defineEndpoint({
  name: 'getTransaction',
  summary: 'One transaction with everything that the details screen shows',
  route: 'GET /proxy/sync/tqs/transaction/{transactionId}',
  auth: {
    anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL'],
    resource: { transaction: 'transactionId' },
  },
});

export const getCountries = defineEndpoint({
  name: 'getCountries',
  summary: 'Countries of ISO 3166-1 with both codes',
  route: 'GET /proxy/sync/cm/refdata/countries',
  auth: { access: 'signed-in' },
});

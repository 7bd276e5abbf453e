import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const customers = '/acceptor/rest/customers/{installationId}' as const;

/** The requirement of every read of a customer. */
const viewing = {
  anyOf: ['P_VIEW_TRANSACTION_NGPORTAL'],
  resource: { installation: 'installationId' },
} as const;

export const readCustomer = defineEndpoint({
  name: 'readCustomer',
  summary: 'A customer of the merchant, by id',
  route: `GET ${customers}/{customerId}`,
  auth: viewing,
});

export const readCustomerByRef = defineEndpoint({
  name: 'readCustomerByRef',
  summary: 'A customer, by the merchant’s own reference',
  route: `GET ${customers}/byRef`,
  auth: viewing,
});

export const listCustomerCards = defineEndpoint({
  name: 'listCustomerCards',
  summary: 'The registered cards of a customer, the default first; at most 20',
  route: `GET ${customers}/{customerId}/paymentMethods`,
  auth: viewing,
});

export const readCustomerCard = defineEndpoint({
  name: 'readCustomerCard',
  summary: 'One registered card of a customer, by its token',
  route: `GET ${customers}/{customerId}/paymentMethods/{cardToken}`,
  auth: viewing,
});

export const removeCustomerCard = defineEndpoint({
  name: 'removeCustomerCard',
  summary: 'Removes a registered card: payments with its token are rejected (A123)',
  route: `POST ${customers}/{customerId}/paymentMethod/{cardToken}/remove`,
  auth: { anyOf: ['P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
});

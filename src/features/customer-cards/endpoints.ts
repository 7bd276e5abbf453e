import { defineEndpoint } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const cardsUrl = '/acceptor/rest/customers/{installationId}/cards' as const;

export const listCustomerCards = defineEndpoint<typeof schemas.listCustomerCards>({
  name: 'listCustomerCards',
  summary: 'Registered cards of a customer, by the merchant’s reference or by id',
  route: `GET ${cardsUrl}`,
  auth: { anyOf: ['P_VIEW_TRANSACTION_NGPORTAL'], resource: { installation: 'installationId' } },
});

export const removeCustomerCard = defineEndpoint<typeof schemas.removeCustomerCard>({
  name: 'removeCustomerCard',
  summary: 'Removes a registered card: payments with its token are rejected (A123)',
  route: `DELETE ${cardsUrl}/{cardToken}`,
  auth: { anyOf: ['P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
});

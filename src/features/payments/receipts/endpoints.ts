import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

export const sendReceipt = defineEndpoint({
  name: 'sendReceipt',
  summary: 'Emails the receipt of a payment, or the notice of a refund, to the customer’s address on it',
  route: 'POST /proxy/sync/ta/transactions/{installationId}/{transactionId}/receipt',
  auth: {
    anyOf: ['P_NEW_PAYMENT', 'P_REFUND_TRANSACTION'],
    resource: { installation: 'installationId', transaction: 'transactionId' },
  },
});

export const textReceipt = defineEndpoint({
  name: 'textReceipt',
  summary: 'Sends the receipt of a payment, or the notice of a refund, as a text message',
  route: 'POST /proxy/sync/ta/transactions/{installationId}/{transactionId}/receipt/text',
  auth: {
    anyOf: ['P_NEW_PAYMENT', 'P_REFUND_TRANSACTION'],
    resource: { installation: 'installationId', transaction: 'transactionId' },
  },
});

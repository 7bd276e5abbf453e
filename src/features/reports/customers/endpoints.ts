import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const permission = { anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL'] } as const;
const ofCustomer = { ...permission, resource: { customer: 'customerId' } } as const;

export const searchCustomers = defineEndpoint({
  name: 'searchCustomers',
  summary: 'Customers by any part of a name, an email, a telephone number or a reference',
  route: 'POST /proxy/sync/customers/search',
  rateLimit: 'search',
  audited: 'refused',
  auth: { ...permission, resource: { organisation: 'orgId', in: 'body' } },
});

export const getCustomer = defineEndpoint({
  name: 'getCustomer',
  summary: 'A customer with totals, cards, schedules, links, cases and notes',
  route: 'GET /proxy/sync/customers/{customerId}',
  auth: ofCustomer,
});

export const listCustomerPayments = defineEndpoint({
  name: 'listCustomerPayments',
  summary: 'The transactions of a customer, newest first',
  route: 'GET /proxy/sync/customers/{customerId}/transactions',
  rateLimit: 'search',
  auth: ofCustomer,
});

export const addCustomerNote = defineEndpoint({
  name: 'addCustomerNote',
  summary: 'Adds a note to a customer, for colleagues',
  route: 'POST /proxy/sync/customers/{customerId}/notes',
  auth: ofCustomer,
});

export const getCustomerOfTransaction = defineEndpoint({
  name: 'getCustomerOfTransaction',
  summary: 'The customer of a transaction',
  route: 'GET /proxy/sync/customers/transaction/{transactionId}',
  auth: { ...permission, resource: { transaction: 'transactionId' } },
});

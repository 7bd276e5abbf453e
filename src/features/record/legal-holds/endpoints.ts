import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const base = '/proxy/sync/legalHolds' as const;
const permission = { anyOf: ['P_MANAGE_LEGAL_HOLDS'] } as const;

export const listLegalHolds = defineEndpoint({
  name: 'listLegalHolds',
  summary: 'Legal holds on and below an organisation, newest first',
  route: `GET ${base}/{orgId}`,
  auth: { ...permission, resource: { organisation: 'orgId' } },
});

export const holdOrganisation = defineEndpoint({
  name: 'holdOrganisation',
  summary: 'Puts a legal hold on all data of an organisation',
  route: `POST ${base}/{orgId}`,
  auth: { ...permission, resource: { organisation: 'orgId' } },
});

export const holdCustomer = defineEndpoint({
  name: 'holdCustomer',
  summary: "Puts a legal hold on a customer's data",
  route: `POST ${base}/customer/{customerId}`,
  auth: { ...permission, resource: { customer: 'customerId' } },
});

export const holdTransaction = defineEndpoint({
  name: 'holdTransaction',
  summary: 'Puts a legal hold on a payment with its refunds, captures and repeats',
  route: `POST ${base}/transaction/{transactionId}`,
  auth: { ...permission, resource: { transaction: 'transactionId' } },
});

export const holdCase = defineEndpoint({
  name: 'holdCase',
  summary: 'Puts a legal hold on a case and its payments',
  route: `POST ${base}/case/{caseId}`,
  auth: { ...permission, resource: { case: 'caseId' } },
});

export const releaseLegalHold = defineEndpoint({
  name: 'releaseLegalHold',
  summary: 'Ends a legal hold',
  route: `POST ${base}/{orgId}/{holdId}/release`,
  stepUp: 'policy',
  auth: { ...permission, resource: { organisation: 'orgId' } },
});

export const getHoldsOfTransaction = defineEndpoint({
  name: 'getHoldsOfTransaction',
  summary: 'The legal holds that a payment is under',
  route: `GET ${base}/transaction/{transactionId}`,
  auth: {
    anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL'],
    resource: { transaction: 'transactionId' },
  },
});

export const getHoldsOfCase = defineEndpoint({
  name: 'getHoldsOfCase',
  summary: 'The legal holds that a case is under',
  route: `GET ${base}/case/{caseId}`,
  auth: {
    anyOf: ['P_SEARCH_CASE_MANAGEMENT', 'P_ACCESS_CASE_MANAGEMENT'],
    feature: 'CASE',
    resource: { case: 'caseId' },
  },
});

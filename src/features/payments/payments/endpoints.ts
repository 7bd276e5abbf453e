import type { GatedAction } from '#shared/approval-actions.ts';
import type { Permission } from '#shared/permissions.ts';
import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const acceptor = '/acceptor/rest/transactions';

const portal = '/proxy/sync/ta/transactions';

export const pingPayments = defineEndpoint({
  name: 'pingPayments',
  summary: 'Checks the connection and the credentials',
  route: `GET ${acceptor}/ping`,
  auth: { access: 'signed-in' },
});

export const takePayment = defineEndpoint({
  name: 'takePayment',
  summary:
    'A payment, or with `deferred` an authorisation to be captured; from the portal by card token only',
  route: `POST ${portal}/{installationId}/payment`,
  merchantRoute: `POST ${acceptor}/{installationId}/payment`,
  auth: { anyOf: ['P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
});

export const takePayout = defineEndpoint({
  name: 'takePayout',
  summary: 'Money out to a card; with `deferred` it waits to be completed',
  route: `POST ${portal}/{installationId}/payout`,
  merchantRoute: `POST ${acceptor}/{installationId}/payout`,
  stepUp: 'policy',
  approval: 'payout',
  auth: { anyOf: ['P_NEW_PAYOUT'], resource: { installation: 'installationId' } },
});

export const verifyCard = defineEndpoint({
  name: 'verifyCard',
  summary: 'Checks a card and registers it, moving no money',
  route: `POST ${acceptor}/{installationId}/verify`,
  auth: { anyOf: ['P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
});

export const captureTransaction = defineFollowUp({
  name: 'captureTransaction',
  summary: 'Captures an authorisation, or completes a deferred payout; once',
  action: 'capture',
  // Of a deferred payout.
  approval: 'payout',
  permission: 'P_CAPTURE_TRANSACTION',
});

export const cancelTransaction = defineFollowUp({
  name: 'cancelTransaction',
  summary: 'Releases an authorisation or a deferred payout, or ends a suspended payment',
  action: 'cancel',
  permission: 'P_CANCEL_TRANSACTION',
});

export const refundTransaction = defineFollowUp({
  name: 'refundTransaction',
  summary: 'Refunds the captured amount or a part of it; without an amount, all that remains',
  action: 'refund',
  approval: 'refund',
  permission: 'P_REFUND_TRANSACTION',
});

export const repeatTransaction = defineFollowUp({
  name: 'repeatTransaction',
  summary: 'Charges the same card again, recurring or as an instalment',
  action: 'repeat',
  permission: 'P_REPEAT_TRANSACTION',
});

export const resumeTransaction = defineEndpoint({
  name: 'resumeTransaction',
  summary: 'Continues a payment after 3-D Secure, or one that its merchant suspended',
  route: `POST ${acceptor}/{installationId}/{transactionId}/resume`,
  auth: {
    anyOf: ['P_NEW_PAYMENT'],
    resource: { installation: 'installationId', transaction: 'transactionId', unknown: 'V105' },
  },
});

export const readPayment = defineEndpoint({
  name: 'readPayment',
  summary: 'A transaction with its history and follow-ups',
  route: `GET ${acceptor}/{installationId}/{transactionId}`,
  auth: {
    anyOf: ['P_VIEW_TRANSACTION_NGPORTAL'],
    resource: { installation: 'installationId', transaction: 'transactionId' },
  },
});

export const readPaymentByRef = defineEndpoint({
  name: 'readPaymentByRef',
  summary: 'All transactions with the merchant’s own reference, newest first; at most 100',
  route: `GET ${acceptor}/{installationId}/byRef`,
  auth: { anyOf: ['P_VIEW_TRANSACTION_NGPORTAL'], resource: { installation: 'installationId' } },
});

function defineFollowUp<Name extends keyof typeof schemas>(definition: {
  name: Name;
  summary: string;
  action: 'capture' | 'cancel' | 'refund' | 'repeat';
  permission: Permission;
  approval?: GatedAction;
}) {
  const route = `{installationId}/{transactionId}/${definition.action}` as const;
  return defineEndpoint({
    name: definition.name,
    summary: definition.summary,
    route: `POST ${portal}/${route}`,
    merchantRoute: `POST ${acceptor}/${route}`,
    approval: definition.approval,
    auth: {
      anyOf: [definition.permission],
      resource: { installation: 'installationId', transaction: 'transactionId' },
    },
  });
}

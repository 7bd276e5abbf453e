import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const notificationsUrl =
  '/proxy/sync/ta/transactions/{installationId}/{transactionId}/notifications' as const;

export const listNotifications = defineEndpoint({
  name: 'listNotifications',
  summary: 'The notifications of a transaction, oldest first',
  route: `GET ${notificationsUrl}`,
  auth: {
    anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL'],
    resource: { installation: 'installationId', transaction: 'transactionId' },
  },
});

export const sendNotificationAgain = defineEndpoint({
  name: 'sendNotificationAgain',
  summary: 'Queues a delivered or failed notification again',
  route: `POST ${notificationsUrl}/{notificationId}/send`,
  auth: {
    anyOf: ['P_REFUND_TRANSACTION', 'P_CAPTURE_TRANSACTION'],
    resource: { installation: 'installationId', transaction: 'transactionId' },
  },
});

export const getNotificationSecret = defineEndpoint({
  name: 'getNotificationSecret',
  summary: 'The secret that verifies the signature of notifications (docs/notifications.md)',
  route: 'GET /acceptor/rest/notifications/{installationId}/secret',
  audited: 'every',
  auth: { anyOf: ['P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
});

const secretUrl = '/proxy/sync/cm/installation/{installationId}/notificationsecret' as const;

export const getSecretStatus = defineEndpoint({
  name: 'getSecretStatus',
  summary: 'The time of the last renewal of an installation’s signing secret',
  route: `GET ${secretUrl}`,
  auth: {
    anyOf: ['P_VIEW_RISK_CONTROLS', 'P_EDIT_RISK_CONTROLS'],
    resource: { installation: 'installationId' },
  },
});

export const rotateNotificationSecret = defineEndpoint({
  name: 'rotateNotificationSecret',
  summary: 'Renews an installation’s signing secret. The previous one stays valid for a chosen time',
  route: `POST ${secretUrl}`,
  auth: { anyOf: ['P_EDIT_RISK_CONTROLS'], resource: { installation: 'installationId' } },
});

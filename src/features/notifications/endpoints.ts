import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';

const installationId = z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647));
const transactionId = z.coerce.number().check(z.int(), z.positive());
const place = '/proxy/sync/ta/transactions/{installationId}/{transactionId}/notifications' as const;

export const notification = z.object({
  id: z.string(),
  kind: z.enum(['TRANSACTION', 'EXPIRY']),
  /** Without its query, which may hold a secret of the shop's. */
  url: z.string(),
  state: z.enum(['queued', 'sending', 'delivered', 'failed']),
  attempts: z.number(),
  queuedAt: z.string(),
  /** When it will be tried again; null when it is over. */
  nextAttemptAt: z.nullable(z.string()),
  deliveredAt: z.nullable(z.string()),
  /** An HTTP status, or timeout, connection, too-large, url, scheme, address. */
  lastResult: z.nullable(z.string()),
});
export type Notification = z.output<typeof notification>;

export const listNotifications = defineEndpoint({
  name: 'listNotifications',
  summary: 'What the merchant’s shop was told of a transaction, the oldest first',
  route: `GET ${place}`,
  auth: {
    anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL'],
    resource: { installation: 'installationId', transaction: 'transactionId' },
  },
  path: z.object({ installationId, transactionId }),
  response: z.array(notification),
});

export const sendNotificationAgain = defineEndpoint({
  name: 'sendNotificationAgain',
  summary: 'Puts a notification that is over, delivered or not, into the queue once more',
  route: `POST ${place}/{notificationId}/send`,
  auth: {
    anyOf: ['P_REFUND_TRANSACTION', 'P_CAPTURE_TRANSACTION'],
    resource: { installation: 'installationId', transaction: 'transactionId' },
  },
  path: z.object({ installationId, transactionId, notificationId: z.string().check(z.maxLength(36)) }),
  response: z.array(notification),
});

export const getNotificationSecret = defineEndpoint({
  name: 'getNotificationSecret',
  summary: 'The secret by which a shop checks that a notification is ours (docs/notifications.md)',
  route: 'GET /acceptor/rest/notifications/{installationId}/secret',
  audited: 'every',
  auth: { anyOf: ['P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
  path: z.object({ installationId }),
  response: z.object({
    secret: z.string(),
    algorithm: z.literal('HMAC-SHA256'),
    /** Until then messages carry the signature of the secret before, too; null when there is none. */
    previousValidUntil: z.nullable(z.string()),
  }),
});

const ofSecret = '/proxy/sync/cm/installation/{installationId}/notificationsecret' as const;
/** How an installation's secret stands; the secret itself is for its shop alone. */
const secretStanding = z.object({
  version: z.int(),
  rotatedAt: z.nullable(z.string()),
  previousValidUntil: z.nullable(z.string()),
});

/** For how many hours the secret before may sign beside the new one. */
export const overlapHours = [0, 24, 72, 168] as const;

export const getSecretStatus = defineEndpoint({
  name: 'getSecretStatus',
  summary: 'When the secret of an installation’s notifications was renewed',
  route: `GET ${ofSecret}`,
  auth: {
    anyOf: ['P_VIEW_RISK_CONTROLS', 'P_EDIT_RISK_CONTROLS'],
    resource: { installation: 'installationId' },
  },
  path: z.object({ installationId }),
  response: secretStanding,
});

export const rotateNotificationSecret = defineEndpoint({
  name: 'rotateNotificationSecret',
  summary: 'Renews the secret of an installation’s notifications; the old one signs beside it for a while',
  route: `POST ${ofSecret}`,
  auth: { anyOf: ['P_EDIT_RISK_CONTROLS'], resource: { installation: 'installationId' } },
  path: z.object({ installationId }),
  /** `version` that was seen: pressed twice, it is renewed once. */
  body: z.strictObject({ version: z.int(), previousForHours: z.literal([...overlapHours]) }),
  response: secretStanding,
});

import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';

const installationId = z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647));
const transactionId = z.coerce.number().check(z.int(), z.positive());
const notificationsUrl =
  '/proxy/sync/ta/transactions/{installationId}/{transactionId}/notifications' as const;

export const notification = z.object({
  id: z.string(),
  kind: z.enum(['TRANSACTION', 'EXPIRY']),
  /** Without the query, which may contain a secret of the merchant's. */
  url: z.string(),
  state: z.enum(['queued', 'sending', 'delivered', 'failed']),
  attempts: z.number(),
  queuedAt: z.string(),
  /** The time of the next attempt; null when none is planned. */
  nextAttemptAt: z.nullable(z.string()),
  deliveredAt: z.nullable(z.string()),
  /** An HTTP status, or timeout, connection, too-large, url, scheme, address. */
  lastResult: z.nullable(z.string()),
});
export type Notification = z.output<typeof notification>;

export const listNotifications = defineEndpoint({
  name: 'listNotifications',
  summary: 'The notifications of a transaction, oldest first',
  route: `GET ${notificationsUrl}`,
  auth: {
    anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL'],
    resource: { installation: 'installationId', transaction: 'transactionId' },
  },
  path: z.object({ installationId, transactionId }),
  response: z.array(notification),
});

export const sendNotificationAgain = defineEndpoint({
  name: 'sendNotificationAgain',
  summary: 'Queues a delivered or failed notification again',
  route: `POST ${notificationsUrl}/{notificationId}/send`,
  auth: {
    anyOf: ['P_REFUND_TRANSACTION', 'P_CAPTURE_TRANSACTION'],
    resource: { installation: 'installationId', transaction: 'transactionId' },
  },
  path: z.object({ installationId, transactionId, notificationId: z.string().check(z.maxLength(36)) }),
  response: z.array(notification),
});

export const getNotificationSecret = defineEndpoint({
  name: 'getNotificationSecret',
  summary: 'The secret that verifies the signature of notifications (docs/notifications.md)',
  route: 'GET /acceptor/rest/notifications/{installationId}/secret',
  audited: 'every',
  auth: { anyOf: ['P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
  path: z.object({ installationId }),
  response: z.object({
    secret: z.string(),
    algorithm: z.literal('HMAC-SHA256'),
    /** Until then messages also carry the previous secret's signature; null without one. */
    previousValidUntil: z.nullable(z.string()),
  }),
});

const secretUrl = '/proxy/sync/cm/installation/{installationId}/notificationsecret' as const;
/** The status of an installation's secret. Only the merchant API returns the secret itself. */
const secretStatus = z.object({
  version: z.int(),
  rotatedAt: z.nullable(z.string()),
  previousValidUntil: z.nullable(z.string()),
});

/** The hours for which the previous secret signs too. */
export const overlapHours = [0, 24, 72, 168] as const;

export const getSecretStatus = defineEndpoint({
  name: 'getSecretStatus',
  summary: 'When an installation’s signing secret was renewed',
  route: `GET ${secretUrl}`,
  auth: {
    anyOf: ['P_VIEW_RISK_CONTROLS', 'P_EDIT_RISK_CONTROLS'],
    resource: { installation: 'installationId' },
  },
  path: z.object({ installationId }),
  response: secretStatus,
});

export const rotateNotificationSecret = defineEndpoint({
  name: 'rotateNotificationSecret',
  summary: 'Renews an installation’s signing secret; the previous one stays valid for a while',
  route: `POST ${secretUrl}`,
  auth: { anyOf: ['P_EDIT_RISK_CONTROLS'], resource: { installation: 'installationId' } },
  path: z.object({ installationId }),
  /** `version`: the current one, so that a repeated request renews once. */
  body: z.strictObject({ version: z.int(), previousForHours: z.literal([...overlapHours]) }),
  response: secretStatus,
});

import * as z from 'zod/mini';
import { databaseId as installationId, wholeNumber } from '#shared/whole-number.ts';
import { overlapHours } from './overlap-hours.ts';

const transactionId = wholeNumber(1);

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

export const listNotifications = {
  path: z.object({ installationId, transactionId }),
  response: z.array(notification),
};

export const sendNotificationAgain = {
  path: z.object({ installationId, transactionId, notificationId: z.string().check(z.maxLength(36)) }),
  response: z.array(notification),
};

export const getNotificationSecret = {
  path: z.object({ installationId }),
  response: z.object({
    secret: z.string(),
    algorithm: z.literal('HMAC-SHA256'),
    /** Until then messages also carry the previous secret's signature; null without one. */
    previousValidUntil: z.nullable(z.string()),
  }),
};

/** The status of an installation's secret. Only the merchant API returns the secret itself. */
const secretStatus = z.object({
  version: z.int(),
  rotatedAt: z.nullable(z.string()),
  previousValidUntil: z.nullable(z.string()),
});

export const getSecretStatus = {
  path: z.object({ installationId }),
  response: secretStatus,
};

export const rotateNotificationSecret = {
  path: z.object({ installationId }),
  /** `version`: the current one, so that a repeated request renews once. */
  body: z.strictObject({ version: z.int(), previousForHours: z.literal([...overlapHours]) }),
  response: secretStatus,
};

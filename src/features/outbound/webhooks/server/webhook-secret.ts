import {
  type SecretStatus,
  type SecretVersion,
  derivedSecret,
  signatureHeaders,
  signingVersions,
  timestampOf,
} from '#features/outbound/notifications/server/sign-notification.ts';
import { standardSignature } from '#integrations/web/standard-signature.ts';
import type { Keys } from '#server/keys.ts';

/** The secret of an endpoint, in the form of Standard Webhooks. It is derived, never stored (docs/decisions/0102). */
export const webhookSecret = (keys: Keys, endpointId: string, secret: SecretVersion): string =>
  `whsec_${derivedSecret(keys, `webhook ${endpointId}`, secret).toString('base64')}`;

/** The two signatures of a body: that of notifications, and that of Standard Webhooks. */
export function webhookHeaders(
  keys: Keys,
  { endpointId, eventId, ...status }: SecretStatus & { endpointId: string; eventId: string },
  body: string,
  now: Date,
): Record<string, string> {
  const secrets = signingVersions(status, now).map((secret) => webhookSecret(keys, endpointId, secret));
  const timestamp = timestampOf(now);
  return {
    'user-agent': 'Countinghouse-Webhook',
    'x-countinghouse-notification': eventId,
    ...signatureHeaders(secrets, body, now),
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .map((secret) => standardSignature(secret, eventId, timestamp, body))
      .join(' '),
  };
}

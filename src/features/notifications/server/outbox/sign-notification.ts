import { createHmac } from 'node:crypto';
import { type Keys, keyedHash } from '#server/keys.ts';

/** The number of renewals, and until when the previous secret signs too. */
export interface SecretStatus {
  version: number;
  previousUntil: Date | null;
}

/** Derives an installation's secret. No secret reveals another installation's or version's. */
export function notificationSecret(keys: Keys, installationId: number, version = 0): string {
  const name = `installation ${installationId}${version === 0 ? '' : ` version ${version}`}`;
  return `ns_${keyedHash(keys.notification, name).toString('base64url')}`;
}

/** `timestamp` in seconds since 1970, which lets receivers reject replayed messages. */
export function sign(secret: string, timestamp: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/** The signature headers, with both signatures during a renewal. */
export function signedHeaders(
  keys: Keys,
  installationId: number,
  { version, previousUntil }: SecretStatus,
  body: string,
  now: Date,
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  const isPreviousGood = previousUntil !== null && now < previousUntil;
  const versions = isPreviousGood ? [version, version - 1] : [version];
  const signatures = versions.map((one) =>
    sign(notificationSecret(keys, installationId, one), timestamp, body),
  );
  return {
    // Lets the receiver pick the secret before it parses the body.
    'x-countinghouse-installation': String(installationId),
    'x-countinghouse-timestamp': String(timestamp),
    'x-countinghouse-signature': signatures.join(', '),
  };
}

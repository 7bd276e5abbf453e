import { createHmac } from 'node:crypto';
import { type Keys, keyedHash } from '#server/keys.ts';

/** How often an installation's secret was renewed, and how long the one before still signs. */
export interface SecretStatus {
  version: number;
  previousUntil: Date | null;
}

/** An installation's own: knowing one tells nothing of another, nor of the one after it. */
export function notificationSecret(keys: Keys, installationId: number, version = 0): string {
  const name = `installation ${installationId}${version === 0 ? '' : ` version ${version}`}`;
  return `ns_${keyedHash(keys.notification, name).toString('base64url')}`;
}

/** `timestamp` in seconds since 1970: a receiver refuses old ones, so that a copied message is worth nothing later. */
export function sign(secret: string, timestamp: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/** The headers by which a shop knows a message as ours; while a secret is being renewed, with both signatures. */
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
    // Says whose secret it is, before the body is read.
    'x-countinghouse-installation': String(installationId),
    'x-countinghouse-timestamp': String(timestamp),
    'x-countinghouse-signature': signatures.join(', '),
  };
}

import { createHmac } from 'node:crypto';
import { type Keys, keyedHash } from '#server/keys.ts';

/** The number of renewals, and until when the previous secret signs too. */
export interface SecretStatus {
  version: number;
  previousUntil: Date | null;
}

/** Derives an installation's secret. No secret reveals another installation's or version's. */
export function notificationSecret(keys: Keys, installationId: number, version = 0): string {
  return `ns_${derivedSecret(keys, `installation ${installationId}`, version).toString('base64url')}`;
}

/** 32 bytes from the master key. A name never begins another name, so no secret belongs to two owners. */
export function derivedSecret(keys: Keys, name: string, version: number): Buffer {
  return keyedHash(keys.notification, `${name}${version === 0 ? '' : ` version ${version}`}`);
}

/** `timestamp` in seconds since 1970, which lets receivers reject replayed messages. */
export function sign(secret: string, timestamp: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/** The versions that sign: two during a renewal. */
export function signingVersions({ version, previousUntil }: SecretStatus, now: Date): number[] {
  const isPreviousGood = previousUntil !== null && now < previousUntil;
  return isPreviousGood ? [version, version - 1] : [version];
}

/** Seconds since 1970, as the headers have it. */
export const timestampOf = (now: Date): number => Math.floor(now.getTime() / 1000);

/** The signature headers, with the signatures of all secrets. */
export function signatureHeaders(
  secrets: readonly string[],
  body: string,
  now: Date,
): Record<string, string> {
  const timestamp = timestampOf(now);
  return {
    'x-countinghouse-timestamp': String(timestamp),
    'x-countinghouse-signature': secrets.map((secret) => sign(secret, timestamp, body)).join(', '),
  };
}

/** The signature headers of an installation's messages. */
export function signedHeaders(
  keys: Keys,
  installationId: number,
  status: SecretStatus,
  body: string,
  now: Date,
): Record<string, string> {
  const secrets = signingVersions(status, now).map((version) =>
    notificationSecret(keys, installationId, version),
  );
  return {
    // For the receiver to choose the secret before it parses the body.
    'x-countinghouse-installation': String(installationId),
    ...signatureHeaders(secrets, body, now),
  };
}

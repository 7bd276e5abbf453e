import { createHmac } from 'node:crypto';
import { type Keys, keyedHash } from '#server/keys.ts';

/** The number of renewals, and until when the previous secret signs too. */
export interface SecretStatus {
  version: number;
  previousUntil: Date | null;
  /** The generations of the keys from which this version and the one before are derived: those of their first day. */
  keyGeneration: number;
  previousGeneration: number;
}

/** One secret of a name. */
export interface SecretVersion {
  version: number;
  keyGeneration: number;
}

/** Derives an installation's secret. No secret reveals another installation's or version's. */
export function notificationSecret(keys: Keys, installationId: number, secret: SecretVersion): string {
  return `ns_${derivedSecret(keys, `installation ${installationId}`, secret).toString('base64url')}`;
}

/** 32 bytes from a root secret. A name never begins another name, so no secret belongs to two owners. */
export function derivedSecret(keys: Keys, name: string, { version, keyGeneration }: SecretVersion): Buffer {
  return keyedHash(
    keys.notification.of(keyGeneration),
    `${name}${version === 0 ? '' : ` version ${version}`}`,
  );
}

/** `timestamp` in seconds since 1970, which lets receivers reject replayed messages. */
export function sign(secret: string, timestamp: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/** The versions that sign: two during a renewal. */
export function signingVersions(status: SecretStatus, now: Date): SecretVersion[] {
  const { version, previousUntil, keyGeneration, previousGeneration } = status;
  const isPreviousGood = previousUntil !== null && now < previousUntil;
  const previous = { version: version - 1, keyGeneration: previousGeneration };
  return [{ version, keyGeneration }, ...(isPreviousGood ? [previous] : [])];
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
  const secrets = signingVersions(status, now).map((secret) =>
    notificationSecret(keys, installationId, secret),
  );
  return {
    // For the receiver to choose the secret before it parses the body.
    'x-countinghouse-installation': String(installationId),
    ...signatureHeaders(secrets, body, now),
  };
}

import { createHmac } from 'node:crypto';
import { type Keys, keyedHash } from '#server/keys.ts';

/** An installation's own: knowing one tells nothing of another. */
export function notificationSecret(keys: Keys, installationId: number): string {
  return `ns_${keyedHash(keys.notification, `installation ${installationId}`).toString('base64url')}`;
}

/** `timestamp` in seconds since 1970: a receiver refuses old ones, so that a copied message is worth nothing later. */
export function signatureOf(secret: string, timestamp: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

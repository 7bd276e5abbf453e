import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

/** A signature of Standard Webhooks. `secret`: whsec_ and base64; `timestamp`: seconds since 1970. */
export function standardSignature(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** Whether a text is a secret of at least 24 bytes, the minimum of Standard Webhooks. */
export const isStandardSecret = (text: string): boolean =>
  /^whsec_[\w+/-]+={0,2}$/.test(text) && Buffer.from(text.slice(prefix.length), 'base64').length >= 24;

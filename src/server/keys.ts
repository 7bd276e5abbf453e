import { type KeyObject, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Secrets derived from one master key, each for one purpose; none is ever stored in the database. */
export interface Keys {
  /** Card fingerprints (domain §2.7). */
  fingerprint: KeyObject;
  /** API keys at rest. */
  apiKey: KeyObject;
  /** Anti-forgery values bound to a session. */
  antiForgery: KeyObject;
  /** Seals of the audit: whoever owns the database cannot make new ones. */
  auditSeal: KeyObject;
  /** Secrets in mailed links (account-token.ts). */
  accountLink: KeyObject;
  /** Secrets by which merchants check that a notification is ours. */
  notification: KeyObject;
}

/** COUNTINGHOUSE_MASTER_KEY (32 bytes, hex or base64), or a file in the data directory made at first start. */
export async function loadKeys(dataDir: string, env: NodeJS.ProcessEnv): Promise<Keys> {
  const given = env.COUNTINGHOUSE_MASTER_KEY;
  return deriveKeys(given ? decode(given) : await fileKey(join(dataDir, 'master.key')));
}

export function deriveKeys(master: Buffer): Keys {
  const derive = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', master, '', purpose, 32)));
  return {
    fingerprint: derive('card-fingerprint'),
    apiKey: derive('api-key'),
    antiForgery: derive('anti-forgery'),
    auditSeal: derive('audit-seal'),
    accountLink: derive('account-link'),
    notification: derive('notification'),
  };
}

/** HMAC-SHA-256. Of a key object it costs a sixth of what it does of bytes. */
export function keyedHash(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function decode(text: string): Buffer {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (bytes.length < 32) throw new Error('COUNTINGHOUSE_MASTER_KEY must hold at least 32 bytes.');
  return bytes;
}

async function fileKey(file: string): Promise<Buffer> {
  await mkdir(join(file, '..'), { recursive: true });
  // 'wx' lets exactly one of two programs that start together make the key.
  await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return decode((await readFile(file, 'utf8')).trim());
}

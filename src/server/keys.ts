import { type KeyObject, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError } from './config.ts';

/** Keys derived from the master key, one a purpose. Never stored in the database. */
export interface Keys {
  /** Card fingerprints (docs/domain.md#cards). */
  fingerprint: KeyObject;
  /** API keys at rest. */
  apiKey: KeyObject;
  /** SCIM tokens at rest. */
  scimToken: KeyObject;
  /** Anti-forgery values bound to a session. */
  antiForgery: KeyObject;
  /** Seals of the audit, which the owner of the database cannot forge. */
  auditSeal: KeyObject;
  /** Secrets in emailed links (account-token.ts). */
  accountLink: KeyObject;
  /** Signing secrets of notifications. */
  notification: KeyObject;
  /** Checks that a database belongs to this key (check-master-key.ts). */
  check: KeyObject;
  /** Values by which fraud rules count attempts. */
  velocity: KeyObject;
  /** The password of the product's database role. */
  databaseLogin: KeyObject;
  /** Seals secrets of authenticator apps. */
  secondFactor: KeyObject;
  /** Recovery codes at rest. */
  recoveryCode: KeyObject;
  /** Seals client secrets of single sign-on, and its cookie. */
  singleSignOn: KeyObject;
  /** Seals requests that wait for approval. */
  approval: KeyObject;
  /** Seals secrets of processors. */
  processorSecret: KeyObject;
  /** Seals states of 3-D Secure servers, which pass the payer's browser. */
  authenticationState: KeyObject;
}

const variable = 'COUNTINGHOUSE_MASTER_KEY';
const keyFile = (dataDir: string): string => join(resolve(dataDir), 'master.key');

/** The source of the master key, for messages. */
export function keySource(dataDir: string, env: NodeJS.ProcessEnv): string {
  return env[variable] ? variable : keyFile(dataDir);
}

/** Reads COUNTINGHOUSE_MASTER_KEY (32 bytes, hex or base64), or the key file that the first start creates. */
export async function loadKeys(dataDir: string, env: NodeJS.ProcessEnv): Promise<Keys> {
  const value = env[variable];
  return deriveKeys(value ? decode(value, variable) : await loadKeyFile(keyFile(dataDir)));
}

export function deriveKeys(master: Buffer): Keys {
  const derive = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', master, '', purpose, 32)));
  return {
    fingerprint: derive('card-fingerprint'),
    apiKey: derive('api-key'),
    scimToken: derive('scim-token'),
    antiForgery: derive('anti-forgery'),
    auditSeal: derive('audit-seal'),
    accountLink: derive('account-link'),
    notification: derive('notification'),
    check: derive('key-check'),
    velocity: derive('velocity-key'),
    databaseLogin: derive('database-login'),
    secondFactor: derive('second-factor'),
    recoveryCode: derive('recovery-code'),
    singleSignOn: derive('single-sign-on'),
    approval: derive('approval'),
    processorSecret: derive('processor-secret'),
    authenticationState: derive('authentication-state'),
  };
}

/** HMAC-SHA-256. A key object is six times faster than bytes. */
export function keyedHash(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function decode(text: string, source: string): Buffer {
  const isBase64 = /^[\w+/-]+=*$/.test(text);
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (isBase64 && bytes.length >= 32) return bytes;
  throw new ConfigError(`${source} holds no master key: at least 32 bytes, written in hex or base64.`);
}

async function loadKeyFile(file: string): Promise<Buffer> {
  await mkdir(join(file, '..'), { recursive: true });
  // 'wx': only one of two concurrent starts creates the file.
  await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw cannotUse(file, error);
    },
  );
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw cannotUse(file, error);
  });
  return decode(text.trim(), file);
}

const cannotUse = (file: string, error: Error): ConfigError =>
  new ConfigError(`The key file ${file} cannot be used: ${error.message}.`);

import { AwsClient } from 'aws4fetch';
import * as z from 'zod/mini';

/** A service that keeps a key which never leaves it, and with which it wraps ours. */
export interface KeyService {
  /** For messages. */
  name: string;
  /** A new key of 32 bytes, and the same as the service has wrapped it. */
  generate(): Promise<{ key: Buffer; wrapped: Buffer }>;
  /** Throws KeyServiceRefused, and KeyServiceUnavailable. */
  unwrap(wrapped: Buffer): Promise<Buffer>;
}

/** Waiting helps: the service does not respond. */
export class KeyServiceUnavailable extends Error {}

/** Waiting does not help: credentials, rights, or another key. */
export class KeyServiceRefused extends Error {}

const address = /^kms:\/\/([a-z]{2}(?:-[a-z]+)+-\d)\/([\w:/-]{1,300})$/;

export const isKeyServiceAddress = (text: string): boolean => address.test(text);

const timeoutMs = 5000;
/** A wrapped key works for this product only. */
const encryptionContext = { product: 'countinghouse', purpose: 'master key' };
/** Failures of the service itself, which AWS reports with a status of 400. */
const passing =
  /Throttling|LimitExceeded|KMSInternal|DependencyTimeout|KeyUnavailable|ServiceUnavailable|RequestExpired/;

const generated = z.object({ Plaintext: z.string(), CiphertextBlob: z.string() });
const decrypted = z.object({ Plaintext: z.string() });
/** `{"__type": "AccessDeniedException"}` */
const failure = z.record(z.string(), z.unknown());

/**
 * AWS KMS, or a service with its interface at AWS_ENDPOINT_URL_KMS. `text`: `kms://region/key`, the key as an id, an
 * alias or an ARN. Throws KeyServiceRefused without credentials in the environment.
 */
export function openAwsKeyService(text: string, env: NodeJS.ProcessEnv): KeyService {
  const [, region = '', keyId = ''] = address.exec(text) ?? [];
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = env;
  if (keyId === '') throw new KeyServiceRefused('the address has the form kms://region/key');
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
    throw new KeyServiceRefused('set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const client = new AwsClient({
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
    region,
    service: 'kms',
    retries: 0,
  });
  const url = env.AWS_ENDPOINT_URL_KMS ?? `https://kms.${region}.amazonaws.com/`;
  const call = async (action: string, body: object): Promise<unknown> => {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `TrentService.${action}`,
    };
    const json = JSON.stringify({ ...body, KeyId: keyId, EncryptionContext: encryptionContext });
    const request = { method: 'POST', headers, body: json, redirect: 'error' as const };
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await client.fetch(url, { ...request, signal }).catch((error: Error) => {
      throw new KeyServiceUnavailable(describeFailure(error));
    });
    const text = await response.text().catch((error: Error) => {
      throw new KeyServiceUnavailable(describeFailure(error));
    });
    if (response.ok) return JSON.parse(text);
    const reason = readReason(text) ?? `status ${response.status}`;
    if (response.status >= 500 || response.status === 429 || passing.test(reason))
      throw new KeyServiceUnavailable(reason);
    throw new KeyServiceRefused(reason);
  };
  return {
    name: text,
    async generate() {
      const found = generated.parse(await call('GenerateDataKey', { KeySpec: 'AES_256' }));
      return { key: fromBase64(found.Plaintext), wrapped: fromBase64(found.CiphertextBlob) };
    },
    async unwrap(wrapped) {
      const found = decrypted.parse(await call('Decrypt', { CiphertextBlob: wrapped.toString('base64') }));
      return fromBase64(found.Plaintext);
    },
  };
}

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64');

/** The reason of `fetch failed` is its cause. */
function describeFailure(error: Error): string {
  const { cause } = error;
  return cause instanceof Error ? ('code' in cause && String(cause.code)) || cause.message : error.message;
}

/** The name of the service's error. Its text may repeat what was sent. */
function readReason(text: string): string | undefined {
  try {
    const type = failure.parse(JSON.parse(text))['__type'];
    return typeof type === 'string' ? type.replace(/^.*#/, '') : undefined;
  } catch {
    return undefined;
  }
}

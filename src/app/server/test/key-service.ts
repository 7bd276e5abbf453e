import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A simulated AWS KMS: GenerateDataKey and Decrypt under one key that never leaves it. */
export interface SimulatedKeyService {
  /** For AWS_ENDPOINT_URL_KMS. */
  url: string;
  /** Names of the calls so far. */
  calls: string[];
  /** Status and name of an error for every call; undefined: it works. */
  failure: { status: number; type: string } | undefined;
  stop(): Promise<void>;
}

interface Call {
  KeyId: string;
  CiphertextBlob?: string;
  EncryptionContext: Record<string, string>;
}

export async function startKeyService(keyId: string): Promise<SimulatedKeyService> {
  const root = randomBytes(32);
  const wrap = (key: Buffer, context: string): Buffer => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', root, nonce).setAAD(Buffer.from(context));
    return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
  };
  const unwrap = (blob: Buffer, context: string): Buffer => {
    const decipher = createDecipheriv('aes-256-gcm', root, blob.subarray(0, 12)).setAAD(Buffer.from(context));
    decipher.setAuthTag(blob.subarray(-16));
    return Buffer.concat([decipher.update(blob.subarray(12, -16)), decipher.final()]);
  };
  const answer = (
    action: string,
    { KeyId, CiphertextBlob = '', EncryptionContext }: Call,
  ): [number, object] => {
    if (service.failure) return [service.failure.status, { __type: service.failure.type }];
    if (KeyId !== keyId) return [400, { __type: 'NotFoundException' }];
    const context = JSON.stringify(EncryptionContext);
    if (action === 'GenerateDataKey') {
      const key = randomBytes(32);
      return [
        200,
        { Plaintext: key.toString('base64'), CiphertextBlob: wrap(key, context).toString('base64') },
      ];
    }
    try {
      return [200, { Plaintext: unwrap(Buffer.from(CiphertextBlob, 'base64'), context).toString('base64') }];
    } catch {
      return [400, { __type: 'InvalidCiphertextException' }];
    }
  };
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += String(chunk)));
    request.on('end', () => {
      const action = String(request.headers['x-amz-target']).replace('TrentService.', '');
      service.calls.push(action);
      const isSigned = /^AWS4-HMAC-SHA256 Credential=.*\/kms\/aws4_request/.test(
        request.headers.authorization ?? '',
      );
      const [status, json] = isSigned
        ? answer(action, JSON.parse(body) as Call)
        : [403, { __type: 'MissingAuthenticationTokenException' }];
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: SimulatedKeyService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    calls: [],
    failure: undefined,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return service;
}

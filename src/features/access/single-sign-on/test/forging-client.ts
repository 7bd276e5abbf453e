import { createSign, generateKeyPairSync } from 'node:crypto';
import { safeWebClient } from '#integrations/web/safe-web-client.ts';
import type { WebResponse, WebClient } from '#integrations/web/web-client.ts';

type Claims = Record<string, unknown>;

export interface ForgingClient extends WebClient {
  /** Changes the claims of ID tokens, which a key of the provider's key set signs. */
  change: ((claims: Claims) => Claims) | undefined;
  /** Signs with a key that the provider does not publish. */
  isForged: boolean;
  /** Paths that were requested. */
  requests: string[];
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A provider that signs any content for a test: the real provider's responses with other tokens. */
export function forgingClient(): ForgingClient {
  const real = safeWebClient({ isInsecureAllowed: true });
  const client: ForgingClient = {
    change: undefined,
    isForged: false,
    requests: [],
    async send(request) {
      client.requests.push(new URL(request.url).pathname);
      const response = await real.send(request);
      if (response.kind !== 'response') return response;
      if (request.url.endsWith('/jwks')) return withKey(response);
      if (!request.url.endsWith('/token') || (client.change === undefined && !client.isForged))
        return response;
      const body = JSON.parse(response.body) as { id_token?: string };
      if (body.id_token === undefined) return response;
      const claims = JSON.parse(
        Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString(),
      ) as Claims;
      body.id_token = signed(client.change?.(claims) ?? claims, client.isForged);
      return { ...response, body: JSON.stringify(body) };
    },
  };
  return client;
}

function withKey(response: WebResponse & { kind: 'response' }): WebResponse {
  const set = JSON.parse(response.body) as { keys: object[] };
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'forged', use: 'sig', alg: 'RS256' };
  return { ...response, body: JSON.stringify({ keys: [...set.keys, key] }) };
}

function signed(claims: Claims, isForged: boolean): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', kid: 'forged' })}.${part(claims)}`;
  const key = isForged ? otherKeys.privateKey : privateKey;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key).toString('base64url')}`;
}

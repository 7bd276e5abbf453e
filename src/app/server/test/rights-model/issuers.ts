import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { WebClient, WebRequest, WebResponse } from '#integrations/web/web-client.ts';

/** OpenID Connect providers in this process: no request leaves it, so that hundreds of sign-ins take seconds. */
export interface Issuers {
  webClient: WebClient;
  /** Signs an account in as a browser at the provider of the address would; returns the address of the portal. */
  visit(url: string, claims: Claims): URL;
}

export type Claims = Readonly<Record<string, unknown>> & { sub: string };

/** Controlled by the attackers: it signs any claims. */
export const attackersIssuer = 'https://login.attackers.example';
/** The companies' own. The attackers have accounts there, and change nothing about them but `preferred_username`. */
export const companyIssuer = 'https://login.company.example';

export const clientId = 'countinghouse';
export const clientSecret = 'a-secret-of-the-provider-0123456789';

interface Code {
  claims: Claims;
  nonce: string;
}

export function startIssuers(): Issuers {
  const keys = new Map(
    [attackersIssuer, companyIssuer].map((issuer) => [
      issuer,
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ]),
  );
  const codes = new Map<string, Code>();
  const respond = (request: WebRequest): object | undefined => {
    const { origin, pathname } = new URL(request.url);
    const pair = keys.get(origin);
    if (!pair) return undefined;
    if (pathname === '/.well-known/openid-configuration') return discoveryDocument(origin);
    if (pathname === '/jwks')
      return {
        keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' }],
      };
    const code = new URLSearchParams(request.body).get('code') ?? '';
    const found = codes.get(`${origin} ${code}`);
    if (pathname !== '/token' || !found) return undefined;
    const seconds = Math.floor(Date.now() / 1000);
    const token = {
      ...found.claims,
      iss: origin,
      aud: clientId,
      nonce: found.nonce,
      iat: seconds,
      auth_time: seconds,
      exp: seconds + 300,
    };
    const text = `${encode({ alg: 'RS256', kid: 'key' })}.${encode(token)}`;
    const signature = createSign('RSA-SHA256').update(text).sign(pair.privateKey).toString('base64url');
    return {
      access_token: 'unused',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: `${text}.${signature}`,
    };
  };
  return {
    webClient: {
      send: async (request): Promise<WebResponse> => {
        const body = respond(request);
        return {
          kind: 'response',
          status: body ? 200 : 404,
          body: JSON.stringify(body ?? {}),
          headers: { 'content-type': 'application/json' },
        };
      },
    },
    visit(url, claims) {
      const { origin, searchParams } = new URL(url);
      const code = randomBytes(9).toString('hex');
      codes.set(`${origin} ${code}`, { claims, nonce: searchParams.get('nonce') ?? '' });
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', searchParams.get('state') ?? '');
      back.searchParams.set('iss', origin);
      return back;
    },
  };
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const discoveryDocument = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  scopes_supported: ['openid', 'email', 'profile'],
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  authorization_response_iss_parameter_supported: true,
});

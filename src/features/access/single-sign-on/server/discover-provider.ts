import * as client from 'openid-client';
import type { CustomFetch } from 'openid-client';
import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';
import { unseal } from '#server/auth/seal.ts';
import { minuteMs } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Services } from '#server/services.ts';
import type { WebClient } from '#integrations/web/web-client.ts';
import type { StoredProvider } from './db/sso-provider.ts';

/** The services of discovery. Commands have them too, and no other configuration. */
interface DiscoveryServices extends Pick<Services, 'webClient'> {
  config: Pick<Config, 'insecureCallbacks'>;
}
type ProviderServices = Pick<Services, 'config' | 'keys' | 'webClient'>;

/** Why a provider cannot be used, as the message of the issuer's field. */
export type ProviderFailureReason =
  | 'issuer_url'
  | 'issuer_not_https'
  | 'issuer_not_public'
  | 'issuer_unreachable'
  | 'issuer_mismatch'
  | 'issuer_incomplete';

export type ProviderResult<T> = Result<T, Refusal<ProviderFailureReason>>;

interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/**
 * Reads the discovery document of an issuer through the client that reaches public addresses only. The configuration checks the
 * signature of every ID token.
 */
export async function discoverProvider(
  services: DiscoveryServices,
  { issuer, clientId, clientSecret }: ProviderSettings,
): Promise<ProviderResult<client.Configuration>> {
  const isInsecureAllowed = services.config.insecureCallbacks;
  const url = URL.parse(issuer);
  if (!url || url.username !== '' || url.search !== '' || url.hash !== '') return refuse('issuer_url');
  if (url.protocol !== 'https:' && !(isInsecureAllowed && url.protocol === 'http:'))
    return refuse('issuer_not_https');
  const execute = [client.enableNonRepudiationChecks];
  if (isInsecureAllowed) execute.push(client.allowInsecureRequests);
  try {
    const found = await client.discovery(
      url,
      clientId,
      { [client.clockTolerance]: 30 },
      authentication(clientSecret),
      { execute, timeout: 10, [client.customFetch]: outgoingFetch(services.webClient) },
    );
    const metadata = found.serverMetadata();
    // A placeholder for any tenant of the provider would let every tenant issue our domains' emails.
    if (new URL(metadata.issuer).href !== url.href) return refuse('issuer_mismatch');
    const { authorization_endpoint, token_endpoint, jwks_uri } = metadata;
    // The browser opens the first of them.
    const isUsable = [authorization_endpoint, token_endpoint, jwks_uri].every((endpoint) =>
      (isInsecureAllowed ? /^https?:\/\// : /^https:\/\//).test(endpoint ?? ''),
    );
    return isUsable ? ok(found) : refuse('issuer_incomplete');
  } catch (error) {
    return refuse(failureReason(error));
  }
}

/** The issuer as its discovery document names it. Discovery sends neither client nor secret. */
export async function discoverIssuer(
  services: DiscoveryServices,
  issuer: string,
): Promise<ProviderResult<string>> {
  const found = await discoverProvider(services, { issuer, clientId: 'not-sent', clientSecret: 'not sent' });
  return found.ok ? ok(found.value.serverMetadata().issuer) : found;
}

/** The method that the provider prefers of the two with a secret; basic is the standard's default. */
function authentication(secret: string): client.ClientAuth {
  const basic = client.ClientSecretBasic(secret);
  const post = client.ClientSecretPost(secret);
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return supported.includes('client_secret_basic') ? basic(server, ...rest) : post(server, ...rest);
  };
}

function failureReason(error: unknown): ProviderFailureReason {
  const causes: unknown[] = [];
  for (let current = error; current instanceof Error && causes.length < 5; current = current.cause)
    causes.push(current);
  if (causes.some((cause) => cause instanceof RefusedAddress)) return 'issuer_not_public';
  const codes = causes.map((cause) => (cause as { code?: unknown }).code);
  const isMismatch = codes.some(
    (code) => code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' || code === client.ClientError.name,
  );
  const text = causes.map((cause) => (cause as Error).message).join(' ');
  return isMismatch || /issuer/.test(text) ? 'issuer_mismatch' : 'issuer_unreachable';
}

/** Discovery documents and keys are read again after this time. */
const cacheMs = 10 * minuteMs;

/** The provider of a company, from memory while it is fresh. */
export async function loadConfiguration(
  services: ProviderServices & Pick<Services, 'state'>,
  provider: StoredProvider,
  now: Date,
): Promise<ProviderResult<client.Configuration>> {
  const version = provider.changedAt.getTime();
  const age = { version, nowMs: now.getTime(), maxAgeMs: cacheMs };
  const { found } = await services.state.signOnProviders.get(provider.companyId, age, async () => {
    const { issuer, clientId } = provider;
    const clientSecret = unsealSecret(services, provider);
    const discovered = await discoverProvider(services, { issuer, clientId, clientSecret });
    // No provider has version 0, so the next sign-in repeats a failed discovery.
    return { version: discovered.ok ? version : 0, found: discovered };
  });
  return found;
}

export const secretContext = (companyId: number): string => `single sign-on secret of ${companyId}`;

export function unsealSecret(
  { keys }: Pick<ProviderServices, 'keys'>,
  { sealedSecret, companyId }: Pick<StoredProvider, 'sealedSecret' | 'companyId'>,
): string {
  return unseal(keys.singleSignOn, sealedSecret, secretContext(companyId)).toString('utf8');
}

/** The address is not one of the public internet, so nothing was sent. */
export class RefusedAddress extends Error {}

/** Key sets and discovery documents of large providers. */
const maxBytes = 512 * 1024;

/** The `fetch` of openid-client: public addresses only, no redirects, limited time and size (docs/decisions/0089). */
function outgoingFetch(webClient: WebClient): CustomFetch {
  return async (url, { method, headers, body }) => {
    if (method !== 'GET' && method !== 'POST') throw new TypeError(`method ${method}`);
    const response = await webClient.send({
      method,
      url,
      headers,
      body: body === null || body === undefined ? '' : await new Response(body).text(),
      timeoutMs: 10_000,
      maxBytes,
    });
    if (response.kind === 'refused') throw new RefusedAddress(response.why);
    if (response.kind === 'failed') throw new TypeError(`request failed: ${response.why}`);
    const isEmpty = [101, 204, 205, 304].includes(response.status);
    return new Response(isEmpty ? null : response.body, {
      status: response.status,
      headers: { 'content-type': response.headers?.['content-type'] ?? '' },
    });
  };
}

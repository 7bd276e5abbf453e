import * as client from 'openid-client';
import { unseal } from '#server/auth/seal.ts';
import { minuteMs } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Services } from '#server/services.ts';
import { outgoingFetch, RefusedAddress } from './outgoing-fetch.ts';
import type { StoredProvider } from './db/sso-provider.ts';

/** Also of a command, which has no other configuration. */
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

export class ProviderFailure extends Error {
  readonly reason: ProviderFailureReason;

  constructor(reason: ProviderFailureReason) {
    super(reason);
    this.name = 'ProviderFailure';
    this.reason = reason;
  }
}

interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/**
 * Reads the discovery document of an issuer through the client that reaches public addresses only. The configuration checks the
 * signature of every ID token. Throws ProviderFailure.
 */
export async function discoverProvider(
  services: DiscoveryServices,
  { issuer, clientId, clientSecret }: ProviderSettings,
): Promise<client.Configuration> {
  const isInsecureAllowed = services.config.insecureCallbacks;
  const url = URL.parse(issuer);
  if (!url || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new ProviderFailure('issuer_url');
  if (url.protocol !== 'https:' && !(isInsecureAllowed && url.protocol === 'http:'))
    throw new ProviderFailure('issuer_not_https');
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
    if (new URL(metadata.issuer).href !== url.href) throw new ProviderFailure('issuer_mismatch');
    const { authorization_endpoint, token_endpoint, jwks_uri } = metadata;
    // The browser opens the first of them.
    const isUsable = [authorization_endpoint, token_endpoint, jwks_uri].every((one) =>
      (isInsecureAllowed ? /^https?:\/\// : /^https:\/\//).test(one ?? ''),
    );
    if (!isUsable) throw new ProviderFailure('issuer_incomplete');
    return found;
  } catch (error) {
    throw error instanceof ProviderFailure ? error : new ProviderFailure(errorOf(error));
  }
}

/** The issuer as its discovery document names it. Discovery sends neither client nor secret. Throws ProviderFailure. */
export async function discoverIssuer(services: DiscoveryServices, issuer: string): Promise<string> {
  const found = await discoverProvider(services, { issuer, clientId: 'not-sent', clientSecret: 'not sent' });
  return found.serverMetadata().issuer;
}

/** The method that the provider prefers of the two with a secret; basic is the standard's default. */
function authentication(secret: string): client.ClientAuth {
  const basic = client.ClientSecretBasic(secret);
  const post = client.ClientSecretPost(secret);
  return (server, ...rest) => {
    const known = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return known.includes('client_secret_basic') ? basic(server, ...rest) : post(server, ...rest);
  };
}

function errorOf(error: unknown): ProviderFailureReason {
  const causes: unknown[] = [];
  for (let one = error; one instanceof Error && causes.length < 5; one = one.cause) causes.push(one);
  if (causes.some((one) => one instanceof RefusedAddress)) return 'issuer_not_public';
  const codes = causes.map((one) => (one as { code?: unknown }).code);
  const isMismatch = codes.some(
    (code) => code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' || code === client.ClientError.name,
  );
  const text = causes.map((one) => (one as Error).message).join(' ');
  return isMismatch || /issuer/.test(text) ? 'issuer_mismatch' : 'issuer_unreachable';
}

/** Discovery documents and keys are read again after this time. */
const cacheMs = 10 * minuteMs;

/** The provider of a company, from memory while it is fresh. Throws ProviderFailure. */
export async function openProvider(
  services: ProviderServices & Pick<Services, 'state'>,
  provider: StoredProvider,
  now: Date,
): Promise<client.Configuration> {
  const version = provider.changedAt.getTime();
  const age = { version, nowMs: now.getTime(), maxAgeMs: cacheMs };
  const { found } = await services.state.signOnProviders.get(provider.companyId, age, async () => {
    const { issuer, clientId } = provider;
    const clientSecret = openSecret(services, provider);
    return { version, found: await discoverProvider(services, { issuer, clientId, clientSecret }) };
  });
  return found;
}

export const secretContext = (companyId: number): string => `single sign-on secret of ${companyId}`;

export function openSecret(
  { keys }: Pick<ProviderServices, 'keys'>,
  { sealedSecret, companyId }: Pick<StoredProvider, 'sealedSecret' | 'companyId'>,
): string {
  return unseal(keys.singleSignOn, sealedSecret, secretContext(companyId)).toString('utf8');
}

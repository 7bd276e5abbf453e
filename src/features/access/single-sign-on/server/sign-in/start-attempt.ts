import * as client from 'openid-client';
import { ok } from '#shared/result.ts';
import type { CookieChange } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import type { StoredProvider } from '../db/sso-provider.ts';
import { type ProviderResult, loadConfiguration } from '../discover-provider.ts';
import { type Attempt, attemptCookie } from './attempt-cookie.ts';

export type SignOnServices = Pick<Services, 'config' | 'database' | 'keys' | 'state' | 'webClient'>;

/** Registered at the provider, exactly. */
export const redirectUri = ({ config }: Pick<Services, 'config'>): string =>
  `${config.portalUrl}/auth/sso/return`;

/** Scopes beyond these are requested only where the provider offers them. */
const scopes = ['openid', 'email', 'profile'];
const optionalScopes = ['groups'];

/** How old a sign-in at the provider may be that confirms. */
export const confirmSeconds = 300;

interface Starting extends Pick<Attempt, 'purpose' | 'to' | 'session'> {
  services: SignOnServices;
  provider: StoredProvider;
  /** The typed email, for the provider's form. */
  loginHint?: string;
  now: Date;
}

/** The address of the provider, and the cookie that must come back with the response. */
export async function startAttempt({
  services,
  provider,
  loginHint,
  now,
  ...attempt
}: Starting): Promise<ProviderResult<{ url: string; cookie: CookieChange }>> {
  const opened = await loadConfiguration(services, provider, now);
  if (!opened.ok) return opened;
  const configuration = opened.value;
  const offered = configuration.serverMetadata().scopes_supported ?? [];
  const state = client.randomState();
  const nonce = client.randomNonce();
  const verifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(services),
    scope: [...scopes, ...optionalScopes.filter((scope) => offered.includes(scope))].join(' '),
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(loginHint === undefined ? {} : { login_hint: loginHint }),
    ...(attempt.purpose === 'confirm' ? { prompt: 'login', max_age: String(confirmSeconds) } : {}),
  });
  const { companyId } = provider;
  const changedAt = provider.changedAt.getTime();
  const { portalUrl } = services.config;
  const cookie = attemptCookie(
    services.keys.singleSignOn,
    { ...attempt, companyId, changedAt, state, nonce, verifier },
    { portalUrl, now },
  );
  return ok({ url: url.href, cookie });
}

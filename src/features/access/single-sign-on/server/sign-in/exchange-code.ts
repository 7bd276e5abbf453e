import * as client from 'openid-client';
import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';
import type { Services } from '#server/services.ts';
import { RefusedAddress, loadConfiguration } from '../discover-provider.ts';
import type { StoredProvider } from '../db/sso-provider.ts';
import type { Attempt } from './attempt-cookie.ts';
import { type Claims, readClaim } from './claims.ts';
import { type SignOnServices, confirmSeconds, redirectUri } from './start-attempt.ts';

type RefusalCode = 'cancelled' | 'refused' | 'unavailable';

interface SignOnRefusal extends Refusal<RefusalCode> {
  /** The data that the provider's administrator needs to find the reason. Never a token. */
  reason: string;
}

export type Exchanged = Result<{ subject: string; claims: Claims }, SignOnRefusal>;

interface Returned {
  services: SignOnServices & Pick<Services, 'log'>;
  provider: StoredProvider;
  attempt: Attempt;
  /** The parameters of the provider's redirect. */
  parameters: Readonly<Record<string, string>>;
  /** Claims that the role mapping reads. */
  requiredClaims: readonly string[];
  now: Date;
}

/** Validates the response and the ID token: state, nonce, PKCE, signature, issuer, audience, times. */
export async function exchangeCode(returned: Returned): Promise<Exchanged> {
  const { services, provider, now } = returned;
  try {
    const found = await loadConfiguration(services, provider, now);
    if (!found.ok) return logRefusal(returned, 'unavailable', found.code);
    return await validate(returned, found.value);
  } catch (error) {
    return logRefusal(returned, refusalCode(error), describeError(error));
  }
}

function logRefusal({ services, provider }: Returned, code: RefusalCode, reason: string): Exchanged {
  services.log.info({ companyId: provider.companyId, code: reason }, 'single sign-on refused');
  return { ...refuse(code), reason };
}

async function validate(
  { services, attempt, parameters, requiredClaims }: Returned,
  found: client.Configuration,
): Promise<Exchanged> {
  const url = new URL(redirectUri(services));
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const tokens = await client.authorizationCodeGrant(found, url, {
    pkceCodeVerifier: attempt.verifier,
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    idTokenExpected: true,
    ...(attempt.purpose === 'confirm' ? { maxAge: confirmSeconds } : {}),
  });
  const token = tokens.claims();
  // The library accepts any tenant for an issuer with a placeholder.
  if (!token || token.iss !== found.serverMetadata().issuer)
    return { ...refuse('refused'), reason: 'ISSUER' };
  const isMissing = requiredClaims.some((name) => readClaim(token, name) === undefined);
  const more =
    isMissing && found.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(found, tokens.access_token, token.sub)
      : {};
  return ok({ subject: token.sub, claims: { ...more, ...token } });
}

function describeError(error: unknown): string {
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError)
    return error.error.replaceAll(/[^\w.-]/g, '_').slice(0, 60);
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code.slice(0, 60) : 'ERROR';
}

function refusalCode(error: unknown): RefusalCode {
  if (error instanceof client.AuthorizationResponseError)
    return error.error === 'access_denied' ? 'cancelled' : 'refused';
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof RefusedAddress || cause.message.startsWith('request failed')) return 'unavailable';
  return 'refused';
}

/** The claims of one sign-in: those of the ID token, and of the userinfo endpoint where the token lacks some. */
export type Claims = Readonly<Record<string, unknown>>;

/** The claim of a name, which may be a path: 'realm_access.roles'. */
export function readClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** The values of a claim as texts. A list has several. */
export function claimValues(claims: Claims, name: string): string[] {
  const value = readClaim(claims, name);
  return (Array.isArray(value) ? value : [value])
    .filter((claim) => ['string', 'number', 'boolean'].includes(typeof claim))
    .map(String);
}

export function textClaim(claims: Claims, name: string): string | undefined {
  const value = readClaim(claims, name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

const maxClaims = 60;
const maxValueLength = 500;

/** Claims of the protocol, which are not about the user. */
const technical = new Set(
  'nonce at_hash c_hash s_hash exp iat nbf jti sid azp aud iss auth_time updated_at'.split(' '),
);

/** The claims as an administrator reads them. */
export function readableClaims(claims: Claims): { name: string; value: string }[] {
  return Object.entries(claims)
    .filter(([name]) => !technical.has(name))
    .slice(0, maxClaims)
    .map(([name, value]) => ({
      name: name.slice(0, 100),
      value: (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, maxValueLength),
    }));
}

/** Kinds of factors by the values of `amr` (RFC 8176). */
const kinds: Readonly<Record<string, 'knowledge' | 'possession' | 'inherence'>> = {
  pwd: 'knowledge',
  pin: 'knowledge',
  kba: 'knowledge',
  otp: 'possession',
  hwk: 'possession',
  swk: 'possession',
  sc: 'possession',
  sms: 'possession',
  tel: 'possession',
  pop: 'possession',
  face: 'inherence',
  fpt: 'inherence',
  iris: 'inherence',
  retina: 'inherence',
  vbm: 'inherence',
};

/** Values of `acr` that promise several factors. Other levels of providers have no common meaning. */
const strongLevels = new Set([
  'phr',
  'phrh',
  'https://refeds.org/profile/mfa',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'http://schemas.microsoft.com/claims/multipleauthn',
]);

/**
 * Whether the provider asserts that the user proved a second factor: `mfa` or two kinds of factors in `amr`, or a known level in
 * `acr` (docs/domain.md#single-sign-on).
 */
export function provesSecondFactor(claims: Claims): boolean {
  const methods = claimValues(claims, 'amr');
  if (methods.includes('mfa')) return true;
  const proved = new Set(methods.flatMap((method) => (Object.hasOwn(kinds, method) ? [kinds[method]] : [])));
  return proved.size >= 2 || claimValues(claims, 'acr').some((level) => strongLevels.has(level));
}

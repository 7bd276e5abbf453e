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

import { type Claims, claimValues } from './claims.ts';

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

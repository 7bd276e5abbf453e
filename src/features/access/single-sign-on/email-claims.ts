/** Claims in which providers send an address: Entra ID has no `email` by default. */
export const emailClaims = ['email', 'preferred_username', 'upn'] as const;
export type EmailClaim = (typeof emailClaims)[number];

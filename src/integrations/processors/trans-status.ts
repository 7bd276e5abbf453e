import type { AuthenticationProof } from './adapter.ts';
import type { AuthenticationFields } from './three-d-secure.ts';

/** transStatus of EMV 3-D Secure. I, only informed: the issuer grants an exemption, and no liability shifts. */
const statuses: Readonly<Record<string, AuthenticationFields['status']>> = {
  Y: 'AUTHENTICATED',
  A: 'ATTEMPTED',
  N: 'FAILED',
  R: 'REJECTED',
  U: 'UNAVAILABLE',
  I: 'NOT_ATTEMPTED',
};

/** A value outside the protocol is an error of the server. */
export const readTransStatus = (transStatus: string | undefined): AuthenticationFields['status'] =>
  statuses[transStatus ?? ''] ?? 'ERROR';

/** For an authorisation. Undefined for a status that is no result of an authentication. */
export const toTransStatus = (
  status: AuthenticationFields['status'],
): NonNullable<AuthenticationProof['status']> | undefined =>
  (['Y', 'A', 'N', 'R', 'U', 'I'] as const).find((one) => statuses[one] === status);

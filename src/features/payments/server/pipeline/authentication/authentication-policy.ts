import type { AuthenticationPolicy } from './judge-authentication.ts';
import type { PaymentContext } from '../payment-context.ts';

/** The place where risk controls say how an installation uses 3-D Secure (domain §2.10). Not configured: on, and never in the way. */
export async function authenticationPolicy(_context: PaymentContext): Promise<AuthenticationPolicy> {
  return { enabled: true, liabilityShift: 'NONE' };
}

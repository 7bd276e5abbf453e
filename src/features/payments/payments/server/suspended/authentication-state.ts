import { suspendedLifeMs } from '../../follow-up.ts';
import { seal, unsealFresh } from '#server/auth/seal.ts';
import { type Result, ok, refuse } from '#shared/result.ts';
import type { PaymentContext } from '../payment-context.ts';

type Owner = Pick<PaymentContext, 'companyId' | 'services'>;

const contextOf = (companyId: number, txnId: number): string => `${companyId}/${txnId}`;

/** Seals the state of a 3-D Secure server for one payment: it is stored, and passes the payer's browser. */
export function sealState({ companyId, services }: Owner, txnId: number, state: string): string {
  const text = JSON.stringify({ state, at: services.clock.now().getTime() });
  return seal(services.keys.authenticationState, Buffer.from(text), contextOf(companyId, txnId)).toString(
    'base64url',
  );
}

/** V108 for a state of another payment and for a forged one, V106 for one that is older than a payment waits. */
export function openState(
  { companyId, services }: Owner,
  txnId: number,
  sealed: string,
): Result<string, { code: 'V106' | 'V108' }> {
  const opened = unsealOrNothing(services, sealed, contextOf(companyId, txnId));
  if (!opened) return refuse('V108');
  const { state, at } = JSON.parse(opened.toString('utf8')) as { state: string; at: number };
  return services.clock.now().getTime() - at >= suspendedLifeMs ? refuse('V106') : ok(state);
}

function unsealOrNothing({ keys, clock }: Owner['services'], sealed: string, context: string) {
  try {
    const life = { now: clock.now(), lifeMs: suspendedLifeMs };
    return unsealFresh(keys.authenticationState, Buffer.from(sealed, 'base64url'), context, life);
  } catch {
    return undefined;
  }
}

import type { PaymentRequest } from '#features/payments/request/parse-payment.ts';
import type { PaymentContext } from '../payment-context.ts';

export type Decision = { kind: 'PROCEED' } | { kind: 'BLOCK'; reasonCode: 'A116' | 'A120' | 'A136' };

/**
 * The place where lists, territories and rules decide about a new payment, before 3-D Secure
 * (docs/domain.md#fraud-decisions). Nothing is configured yet, so everything proceeds.
 */
export async function decide(_context: PaymentContext, _request: PaymentRequest): Promise<Decision> {
  return { kind: 'PROCEED' };
}

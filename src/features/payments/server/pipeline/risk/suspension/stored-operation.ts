import type { MatchRequirements } from '#features/risk-controls/risk-controls.ts';
import type { ProcessorOperation } from '#integrations/processor.ts';
import type { AuthenticationFields } from '#integrations/three-d-secure.ts';
import type { TransactionRecord } from '../../store/payment-store.ts';
import { processorKind, threeDSecureProof } from '../../create-payment.ts';

/** The part of an intent that a suspended payment continues with. */
export interface HeldIntent {
  /** The processor's reference to the card; null for a payment by card token. */
  heldCard: string | null;
  requirements: MatchRequirements | null;
}

/** What the processor is asked about a payment whose request is long over: the card is a reference of the processor. */
export function storedOperation(
  row: TransactionRecord,
  heldCard: string | null,
  authentication: AuthenticationFields | undefined = row.detail.threeDSecure,
): ProcessorOperation {
  const { billingAddress } = row.detail;
  return {
    reference: String(row.txnId),
    kind: processorKind(row.txnType),
    amountMinor: row.requestedMinor,
    currency: row.ccyCode,
    source: { credential: heldCard ?? row.credential ?? '' },
    address: { line1: billingAddress?.line1, postcode: billingAddress?.postcode },
    initiator: 'CUSTOMER',
    ...threeDSecureProof(authentication),
  };
}

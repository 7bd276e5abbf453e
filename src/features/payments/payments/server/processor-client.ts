import type { TransactionType } from '#shared/payments/transaction-kind.ts';
import type {
  CardSource,
  Processor,
  ProcessorResponse,
  ProcessorOperation,
  ProcessorOperationKind,
  ProcessorReply,
  ProcessorSource,
  StillPending,
} from '#integrations/processor.ts';
import type { AuthenticationFields } from '#integrations/three-d-secure.ts';
import type { VaultCard } from './db/cards.ts';
import type { TransactionRecord } from './db/transactions.ts';
import type { Screened } from './payment-stages.ts';
import type { CardNumber } from '../request/parse-card.ts';
import type { PaymentRequest } from '../request/parse-payment.ts';

/** Sends once. Without a response it looks the operation up once; it never sends again. */
export async function sendOrLookup(
  processor: Processor,
  operation: ProcessorOperation,
): Promise<ProcessorReply | StillPending | { kind: 'unresolved' }> {
  const sent = await processor.send(operation);
  if (sent.kind !== 'no-response') return sent;
  const lookup = await processor.lookup(operation.reference);
  return lookup.kind === 'response' || lookup.kind === 'pending' ? lookup : { kind: 'unresolved' };
}

const processorKinds: Partial<Record<TransactionType, ProcessorOperationKind>> = {
  PAYMENT: 'SALE',
  PREAUTH: 'AUTHORISE',
  VERIFY: 'VERIFY',
  PAYOUT: 'PAYOUT',
  CAPTURE: 'CAPTURE',
  PREAUTH_VOID: 'VOID',
  REFUND: 'REFUND',
  REPEAT: 'SALE',
  PAYOUT_COMPLETE: 'PAYOUT',
};

const processorKind = (type: TransactionType): ProcessorOperationKind => processorKinds[type] ?? 'SALE';

/** The proof of authentication for the issuer, which then bears the risk. */
function threeDSecureProof(
  fields: AuthenticationFields | undefined,
): Pick<ProcessorOperation, 'threeDSecure'> {
  if (!fields?.eci) return {};
  const { eci, version, dsTransactionId } = fields;
  return { threeDSecure: { eci, version, dsTransactionId } };
}

/** The operation of a new payment: the only one with a card number. */
export function buildSaleOperation({
  txnId,
  type,
  request,
  card,
  threeDSecure,
}: Screened): ProcessorOperation {
  return {
    reference: String(txnId),
    kind: processorKind(type),
    amountMinor: request.amountMinor,
    currency: request.currency,
    source: buildSource(request, card),
    address: { line1: request.billingAddress.line1, postcode: request.billingAddress.postcode },
    initiator: 'CUSTOMER',
    ...threeDSecureProof(threeDSecure),
  };
}

function buildSource({ source }: PaymentRequest, card: VaultCard): ProcessorSource {
  if ('token' in source) return { credential: card.credential ?? '', cv2: source.cv2 };
  return { card: toCardSource(source.card) };
}

/** The fields of a card that the processor needs. */
export function toCardSource({ pan, expiry, cv2, validFrom, issueNumber }: CardNumber): CardSource {
  return { pan, expiry, cv2, validFrom: validFrom ?? undefined, issueNumber: issueNumber ?? undefined };
}

/** The operation of a stored payment: the card is a reference of the processor. */
export function buildStoredOperation(
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

/** The processor's part of a follow-up; undefined for the release of a deferred payout. */
export function buildFollowUpOperation(
  txnId: number,
  type: TransactionType,
  amountMinor: number,
  original: Pick<TransactionRecord, 'txnId' | 'ccyCode' | 'capturedBy' | 'credential'>,
): ProcessorOperation | undefined {
  const kind = processorKinds[type];
  if (!kind) return undefined;
  const usesCard = kind === 'SALE' || kind === 'PAYOUT';
  // The processor finds a captured authorisation by its capture.
  const related = kind === 'REFUND' ? (original.capturedBy ?? original.txnId) : original.txnId;
  return {
    reference: String(txnId),
    kind,
    amountMinor,
    currency: original.ccyCode,
    related: String(related),
    initiator: 'MERCHANT',
    ...(usesCard ? { source: { credential: original.credential ?? '' } } : {}),
  };
}

const noChecks = {
  gatewayReference: '',
  addressCheck: 'NOT_CHECKED',
  postcodeCheck: 'NOT_CHECKED',
  cv2Check: 'NOT_CHECKED',
} as const;

/** The result of an operation that needs no processor: the release of a deferred payout. */
export const NO_PROCESSOR_CALL: ProcessorResponse = {
  ...noChecks,
  result: 'APPROVED',
  statusCode: '00',
  message: 'Authorised',
};

/** The result of an operation that the processor never received and now refuses. */
export const NOT_RECEIVED: ProcessorResponse = {
  ...noChecks,
  result: 'FORBIDDEN',
  statusCode: '',
  message: 'The operation never reached the processor',
};

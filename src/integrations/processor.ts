/**
 * The payment processor, as a port. Every operation carries OUR reference, the transaction id: an operation
 * that arrives twice under one reference happens once, and `find` answers what became of it.
 */
export interface Processor {
  /** Never throws for the network's sake: what may go wrong is in the result. */
  send(operation: ProcessorOperation): Promise<SendResult>;
  /** What became of an operation; safe to ask at any time, any number of times. */
  lookup(reference: string): Promise<LookupResult>;
  /**
   * A tombstone: should the operation still arrive, it is refused. After 'forbidden' it is certain that
   * nothing was or will be moved, so a sweeper need never send again.
   */
  invalidate(reference: string): Promise<InvalidateResult>;
  /**
   * Exchanges a card for a credential without moving money, for a payment that must wait (3-D Secure). A CV2 is checked
   * here, and the first operation by the credential says how that went.
   */
  tokenize(card: CardSource): Promise<{ kind: 'kept'; credential: string } | NoAnswer>;
}

export type ProcessorOperationKind =
  | 'SALE'
  | 'AUTHORISE'
  | 'VERIFY'
  | 'CAPTURE'
  | 'VOID'
  | 'REFUND'
  | 'PAYOUT';

/** A card number exists only on its way to the processor; it is never stored on our side. */
export interface CardSource {
  pan: string;
  /** MMYY. */
  expiry: string;
  cv2?: string;
  /** MMYY and one digit, of debit cards that have them. */
  validFrom?: string;
  issueNumber?: string;
}

/** A credential stands for a card that the processor has seen before. */
export type ProcessorSource = { card: CardSource } | { credential: string; cv2?: string };

export interface ProcessorOperation {
  /** Our transaction id. */
  reference: string;
  kind: ProcessorOperationKind;
  amountMinor: number;
  currency: string;
  /** SALE, AUTHORISE, VERIFY and PAYOUT. */
  source?: ProcessorSource;
  /** Our id of the operation that is captured, voided or refunded. */
  related?: string;
  address?: { line1?: string; postcode?: string };
  initiator: 'CUSTOMER' | 'MERCHANT';
  threeDSecure?: { eci: string; version: string; dsTransactionId?: string };
}

export type AddressCheck = 'FULL_MATCH' | 'NOT_MATCHED' | 'PARTIAL_MATCH' | 'NOT_CHECKED';
export type Cv2Check = 'MATCHED' | 'NOT_MATCHED' | 'NOT_CHECKED';

/** A final answer: the money has moved, or it is certain that it has not. */
export interface ProcessorAnswer {
  result:
    | 'APPROVED'
    | 'DECLINED'
    /** The processor could not reach the card's issuer; nothing moved (X203). */
    | 'UNREACHABLE'
    /** It was forbidden before it arrived (X203). */
    | 'FORBIDDEN';
  acquirerName: string;
  route: string;
  statusCode: string;
  message: string;
  authCode?: string;
  gatewayReference: string;
  /** yyyy-MM-dd. */
  settlementDate?: string;
  addressCheck: AddressCheck;
  postcodeCheck: AddressCheck;
  cv2Check: Cv2Check;
  /** For the card of the operation, opaque; use it to repeat, refund or pay out. */
  credential?: string;
}

/** The operation may or may not have arrived: ask `find`, never send again. */
export interface NoAnswer {
  kind: 'no-answer';
  why: 'timeout' | 'connection';
}
/** It has arrived; the final answer comes later. */
export interface StillPending {
  kind: 'pending';
}
export interface ProcessorReply {
  kind: 'answer';
  answer: ProcessorAnswer;
}

export type SendResult = ProcessorReply | StillPending | NoAnswer;
/** 'unknown': it has not arrived so far; it may still be under way unless forbidden. */
export type LookupResult = ProcessorReply | StillPending | { kind: 'unknown' } | NoAnswer;
/** 'forbidden': it never arrived and never will; otherwise what it became before the tombstone. */
export type InvalidateResult = { kind: 'forbidden' } | ProcessorReply | StillPending | NoAnswer;

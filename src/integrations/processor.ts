/**
 * The payment processor, as a port. Each operation carries our transaction id as its reference. An operation that arrives
 * twice under one reference is executed once, and `lookup` returns its result.
 */
export interface Processor {
  /** False: none is configured, and payments are refused with X201. */
  readonly isConnected: boolean;
  /** Never throws on a network failure: the result has it. */
  send(operation: ProcessorOperation): Promise<SendResult>;
  /** The result of an operation. Can be called any number of times. */
  lookup(reference: string): Promise<LookupResult>;
  /**
   * Makes the processor refuse the operation if it arrives later. After 'forbidden' it is certain that no money was or
   * will be moved.
   */
  invalidate(reference: string): Promise<InvalidateResult>;
  /**
   * Exchanges a card for a credential without moving money, for a payment that must wait (3-D Secure). A CV2 is checked
   * here; the first operation with the credential returns the result.
   */
  tokenize(card: CardSource): Promise<{ kind: 'kept'; credential: string } | NoResponse>;
}

export type ProcessorOperationKind =
  | 'SALE'
  | 'AUTHORISE'
  | 'VERIFY'
  | 'CAPTURE'
  | 'VOID'
  | 'REFUND'
  | 'PAYOUT';

/** A card number on its way to the processor. It is never stored here. */
export interface CardSource {
  pan: string;
  /** MMYY. */
  expiry: string;
  cv2?: string;
  /** MMYY and one digit, of debit cards that have them. */
  validFrom?: string;
  issueNumber?: string;
}

/** A credential is the processor's reference to a card that it has stored. */
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

/** A final result: the money has moved, or it is certain that it has not. */
export interface ProcessorResponse {
  result:
    | 'APPROVED'
    | 'DECLINED'
    /** The processor could not reach the card's issuer; nothing moved (X203). */
    | 'UNREACHABLE'
    /** It was invalidated before it arrived (X203). */
    | 'FORBIDDEN';
  /** Absent where the processor did not choose one: the transaction keeps its installation's. */
  acquirerName?: string;
  route?: string;
  statusCode: string;
  message: string;
  /** Mastercard's merchant advice code: two characters. Not stored for the card of another scheme. */
  adviceCode?: string;
  authCode?: string;
  gatewayReference: string;
  /** The acquirer reference number of a refund, 23 digits: the payer's bank finds it by that. */
  arn?: string;
  /** Of a refund: the day by which the payer's bank shows it. yyyy-MM-dd. */
  refundExpectedDate?: string;
  /** yyyy-MM-dd. */
  settlementDate?: string;
  addressCheck: AddressCheck;
  postcodeCheck: AddressCheck;
  cv2Check: Cv2Check;
  /** For the card of the operation, opaque; use it to repeat, refund or pay out. */
  credential?: string;
}

/** The operation may or may not have arrived: call `lookup`, never send again. */
export interface NoResponse {
  kind: 'no-response';
  why: 'timeout' | 'connection';
}
/** The operation has arrived. The final result comes later. */
export interface StillPending {
  kind: 'pending';
}
export interface ProcessorReply {
  kind: 'response';
  response: ProcessorResponse;
}

export type SendResult = ProcessorReply | StillPending | NoResponse;
/** 'unknown': it has not arrived yet, and can still arrive unless it is invalidated. */
export type LookupResult = ProcessorReply | StillPending | { kind: 'unknown' } | NoResponse;
/** 'forbidden': it never arrived and will be refused; otherwise its result. */
export type InvalidateResult = { kind: 'forbidden' } | ProcessorReply | StillPending | NoResponse;

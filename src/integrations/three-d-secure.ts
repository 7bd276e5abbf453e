/**
 * 3-D Secure, as a port to a 3-D Secure server: is the cardholder authenticated, or must the payment wait for a
 * challenge at the card's issuer? Behind it stands the sandbox (docs/decisions/0025).
 */
export interface ThreeDSecure {
  /** Asked for ECOM payments, and for MOTO that is entered on our own page. Never throws for the network's sake: that is 'unavailable'. */
  authenticate(request: AuthenticationRequest): Promise<AuthenticationResult>;
  /**
   * What became of a challenge. The browser's answer only says which challenge ended; the result is the server's own
   * knowledge, so it may be asked any number of times.
   */
  complete(challenge: EndedChallenge): Promise<CompletionResult>;
}

export interface AuthenticationRequest {
  /** Our transaction id. */
  reference: string;
  source: { pan: string } | { credential: string };
  scheme: string;
  lastFour: string;
  amountMinor: number;
  currency: string;
  merchantName: string;
  /** By phone or mail: no cardholder is asked, unless the issuer insists. */
  isMoto: boolean;
  /** Where the issuer's page sends the browser when it is done; unknown when a shop leads its customer itself. */
  notificationUrl?: string;
  /**
   * Where a shop leads its customer itself: its sites, of which it may name a page when it posts the form (TermUrl of
   * version 1).
   */
  merchantOrigins?: readonly string[];
}

/** Fields as the merchant API shows them (docs/domain.md#3-d-secure). */
export interface AuthenticationFields {
  enrolmentStatus: 'ENROLLED' | 'NOT_ENROLLED' | 'UNKNOWN';
  status:
    | 'AUTHENTICATED'
    | 'ATTEMPTED'
    | 'FAILED'
    | 'REJECTED'
    | 'UNAVAILABLE'
    | 'ERROR'
    | 'NOT_ENROLLED'
    /** Enrolled, and the challenge has not ended. */
    | 'NOT_ATTEMPTED';
  /** Of the protocol: 1.0.2 or 2.2.0. */
  version: string;
  versionsAttempted: {
    version: 1 | 2;
    availability:
      | 'AVAILABLE'
      | 'INSUFFICIENT_DATA'
      | 'ISSUER_NO_V1'
      | 'ISSUER_NO_V2'
      | 'SCHEME_NOT_SUPPORTED'
      | 'ERROR';
  }[];
  eci?: string;
  /** Cardholder authentication value: proof for the issuer. */
  avv?: string;
  /** Version 1 only. */
  xid?: string;
  frictionless?: boolean;
  /** Version 2 only. */
  serverTransactionId?: string;
  dsTransactionId?: string;
  acsTransactionId?: string;
}

/** A form that the browser must post to the issuer's page: `creq` in version 2, `PaReq` and `MD` in version 1. */
export interface ChallengeForm {
  acsUrl: string;
  fields: Readonly<Record<string, string>>;
}

export type AuthenticationResult =
  /** Frictionless, not enrolled or unavailable: the payment goes on (risk controls may object). */
  | { kind: 'proceed'; fields: AuthenticationFields }
  /** The cardholder must act: the payment suspends with U100. */
  | { kind: 'challenge'; fields: AuthenticationFields; form: ChallengeForm };

/** What the browser brought back: `cres` of version 2, or `pares` of version 1. */
export type ChallengeResponse = { cres: string } | { pares: string };

export interface EndedChallenge {
  reference: string;
  scheme: string;
  /** As `authenticate` answered them. */
  fields: AuthenticationFields;
  response: ChallengeResponse;
}

export type CompletionResult =
  | { kind: 'done'; fields: AuthenticationFields }
  /** No answer to this challenge, or one that is not the issuer's (V108). */
  | { kind: 'invalid' };

/**
 * 3-D Secure, as a port to a 3-D Secure server: the card holder is authenticated, or the payment waits for a challenge at
 * the card's issuer. The sandbox implements it (docs/decisions/0025).
 */
export interface ThreeDSecure {
  /** For ECOM payments, and for MOTO payments on our own page. A network failure is the result 'unavailable'. */
  authenticate(request: AuthenticationRequest): Promise<AuthenticationResult>;
  /**
   * The result of a challenge. The browser's response only names the challenge; the result comes from the server, so this
   * can be called any number of times.
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
  /** By phone or mail: there is no challenge, unless the issuer demands one. */
  isMoto: boolean;
  /** Where the issuer's page returns the browser; unknown when a merchant redirects its customer itself. */
  notificationUrl?: string;
  /**
   * When a merchant redirects its customer itself: its sites. The posted form can name a page on them (TermUrl of
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
  /** The protocol version: 1.0.2 or 2.2.0. */
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
  /** Frictionless, not enrolled or unavailable: the payment continues, unless the risk controls end it. */
  | { kind: 'proceed'; fields: AuthenticationFields }
  /** The card holder must act: the payment suspends with U100. */
  | { kind: 'challenge'; fields: AuthenticationFields; form: ChallengeForm };

/** The response that the browser returns: `cres` of version 2, or `pares` of version 1. */
export type ChallengeResponse = { cres: string } | { pares: string };

export interface EndedChallenge {
  reference: string;
  scheme: string;
  /** As `authenticate` returned them. */
  fields: AuthenticationFields;
  response: ChallengeResponse;
}

export type CompletionResult =
  | { kind: 'done'; fields: AuthenticationFields }
  /** No response to this challenge, or one that is not the issuer's (V108). */
  | { kind: 'invalid' };

import type { BrowserData, ChallengePreference, Exemption } from '#shared/payments/authentication.ts';
import type { Agreement, BillingAddress, Payer } from './payer.ts';

/**
 * 3-D Secure, as a port to a 3-D Secure server: the card holder is authenticated, or the payment waits for the card's issuer to
 * identify the browser (fingerprint) or to ask the card holder (challenge). The sandbox implements it (docs/decisions/0025).
 */
export interface ThreeDSecure {
  /** For ECOM payments, and for MOTO payments on our own page. A network failure is the result 'unavailable'. */
  begin(request: AuthenticationRequest): Promise<AuthenticationResult>;
  /** After a fingerprint. Can be called any number of times: the first result for a state is repeated. */
  continue(fingerprint: EndedFingerprint): Promise<ContinuationResult>;
  /**
   * The result of a challenge. The browser's response only names the challenge; the result comes from the server, so this
   * can be called any number of times.
   */
  complete(challenge: EndedChallenge): Promise<CompletionResult>;
}

export interface AuthenticationRequest {
  /** Our transaction id. */
  reference: string;
  /** `expiry` is MMYY. */
  source: { pan: string; expiry: string; holderName?: string } | { credential: string };
  scheme: string;
  lastFour: string;
  amountMinor: number;
  currency: string;
  merchantName: string;
  /** What the administrator entered for the installation. */
  account: Readonly<Record<string, string>>;
  /** MOTO: by phone or mail. There is no challenge, unless the issuer demands one. */
  channel: 'ECOM' | 'MOTO';
  /** Of the card holder. Missing where the merchant sent none. */
  browser?: BrowserData;
  payer?: Payer;
  address?: BillingAddress;
  challenge?: ChallengePreference;
  exemption?: Exemption;
  agreement?: Agreement;
  /** Where the issuer's page returns the browser; unknown when a merchant redirects its customer itself. */
  notificationUrl?: string;
  /** Where the issuer reports a fingerprint. Missing where the browser is not on our own page, which makes one. */
  fingerprintUrl?: string;
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

/**
 * A form that the browser must post to the issuer's method page in a hidden frame (`threeDSMethodData`). The page then posts to
 * `fingerprintUrl`.
 */
export interface FingerprintForm {
  methodUrl: string;
  fields: Readonly<Record<string, string>>;
}

export interface Proceed {
  kind: 'proceed';
  fields: AuthenticationFields;
}

export interface Challenge {
  kind: 'challenge';
  fields: AuthenticationFields;
  form: ChallengeForm;
  /** The server's own, for `complete`. Opaque, at most 10,000 characters. */
  state?: string;
}

export type AuthenticationResult =
  /** Frictionless, not enrolled or unavailable: the payment continues, unless the risk controls end it. */
  | Proceed
  /** The issuer identifies the browser first: the payment suspends with U100. */
  | {
      kind: 'fingerprint';
      fields: AuthenticationFields;
      form: FingerprintForm;
      /** The server's own, for `continue`. Opaque, at most 10,000 characters. */
      state: string;
    }
  /** The card holder must act: the payment suspends with U100. */
  | Challenge;

export interface EndedFingerprint {
  reference: string;
  scheme: string;
  /** As `begin` returned them, like `state`. */
  fields: AuthenticationFields;
  state: string;
  /** threeDSCompInd: the issuer has identified the browser (Y), not in time (N), or there was no page for it (U). */
  completed: 'Y' | 'N' | 'U';
}

export type ContinuationResult =
  | Proceed
  | Challenge
  /** A state of another payment, or one that the server no longer has (V108). */
  | { kind: 'invalid' }
  /** The server did not respond: the payment keeps waiting (X208). */
  | { kind: 'no-response' };

/** The response that the browser returns: `cres` of version 2, or `pares` of version 1. */
export type ChallengeResponse = { cres: string } | { pares: string };

export interface EndedChallenge {
  reference: string;
  scheme: string;
  /** As `begin` or `continue` returned them, like `state`. */
  fields: AuthenticationFields;
  state?: string;
  response: ChallengeResponse;
}

export type CompletionResult =
  | { kind: 'done'; fields: AuthenticationFields }
  /** No response to this challenge, or one that is not the issuer's (V108). */
  | { kind: 'invalid' }
  /** The server did not respond: the payment keeps waiting (X208). */
  | { kind: 'no-response' };

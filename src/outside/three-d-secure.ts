/** 3-D Secure, as a port: is the cardholder authenticated, or must the payment wait for a challenge? */
export interface ThreeDSecure {
  /** Asked only for ECOM payments that request it. Never throws for the network's sake: that is 'unavailable'. */
  authenticate(request: AuthenticationRequest): Promise<AuthenticationResult>;
}

export interface AuthenticationRequest {
  /** Our transaction id. */
  reference: string;
  source: { pan: string } | { credential: string };
  scheme: string;
  amountMinor: number;
  currency: string;
}

/** Fields as the merchant API shows them (domain §1.9). */
export interface AuthenticationFields {
  enrolmentStatus: 'ENROLLED' | 'NOT_ENROLLED' | 'UNKNOWN';
  status: 'AUTHENTICATED' | 'NOT_ENROLLED' | 'UNAVAILABLE' | 'NOT_ATTEMPTED';
  version: string;
  eci?: string;
  frictionless?: boolean;
  serverTransactionId?: string;
  dsTransactionId?: string;
  acsTransactionId?: string;
}

export type AuthenticationResult =
  /** Frictionless, not enrolled or unavailable: the payment goes on (risk controls may object). */
  | { kind: 'proceed'; fields: AuthenticationFields }
  /** The cardholder must act: the payment suspends with U100. */
  | { kind: 'challenge'; fields: AuthenticationFields; redirectUrl: string };

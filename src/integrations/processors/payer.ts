// The payer and the stored-credential agreement, shared by operations and authentications.

/** A stored-credential agreement of the schemes. */
export interface Agreement {
  type: 'RECURRING' | 'INSTALMENT' | 'UNSCHEDULED';
  /** The payment with which the card holder agrees. */
  first: boolean;
  /** Of the first payment, where its processor gave one. */
  networkTransactionId?: string;
}

export interface Payer {
  /** Stays the same for a customer of the merchant. */
  reference?: string;
  name?: string;
  email?: string;
  telephone?: string;
  ip?: string;
}

export interface BillingAddress {
  line1?: string;
  line2?: string;
  city?: string;
  region?: string;
  postcode?: string;
  /** ISO 3166 alpha-2. */
  country?: string;
}

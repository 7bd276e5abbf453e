/** Fields of Stripe's objects that the simulator acts on; times are in seconds, money in Stripe's minor units. */
interface StripeObject {
  id: string;
  object: string;
  created: number;
  livemode: false;
}

export interface PaymentMethod extends StripeObject {
  object: 'payment_method';
  type: 'card';
  customer: string | null;
  billing_details: object;
  card: {
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    fingerprint: string;
    [field: string]: unknown;
  };
  metadata: Record<string, string>;
}

export interface Token extends StripeObject {
  object: 'token';
  type: 'card';
  used: boolean;
}

export interface PaymentIntent extends StripeObject {
  object: 'payment_intent';
  amount: number;
  amount_capturable: number;
  amount_received: number;
  capture_method: string;
  client_secret: string;
  confirmation_method: 'automatic';
  currency: string;
  customer: string | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  last_payment_error: object | null;
  latest_charge: string | null;
  metadata: Record<string, string>;
  next_action: object | null;
  payment_method: string | null;
  payment_method_options: object;
  payment_method_types: string[];
  setup_future_usage: string | null;
  status: string;
  [field: string]: unknown;
}

export interface Charge extends StripeObject {
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  balance_transaction: string | null;
  captured: boolean;
  currency: string;
  customer: string | null;
  disputed: boolean;
  failure_code: string | null;
  metadata: Record<string, string>;
  outcome: object;
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  refunded: boolean;
  status: 'succeeded' | 'failed';
  [field: string]: unknown;
}

export interface Refund extends StripeObject {
  object: 'refund';
  amount: number;
  balance_transaction: string | null;
  charge: string;
  currency: string;
  failure_reason?: string;
  metadata: Record<string, string>;
  payment_intent: string;
  status: 'pending' | 'succeeded' | 'failed';
  [field: string]: unknown;
}

export interface SetupIntent extends StripeObject {
  object: 'setup_intent';
  customer: string | null;
  last_setup_error: object | null;
  metadata: Record<string, string>;
  next_action: object | null;
  payment_method: string | null;
  status: string;
  usage: string;
  [field: string]: unknown;
}

export interface Customer extends StripeObject {
  object: 'customer';
  metadata: Record<string, string>;
  [field: string]: unknown;
}

export interface BalanceTransaction extends StripeObject {
  object: 'balance_transaction';
  amount: number;
  available_on: number;
  currency: string;
  fee: number;
  net: number;
  source: string;
  type: string;
  [field: string]: unknown;
}

export interface StoredFile extends StripeObject {
  object: 'file';
  created: number;
  expires_at: null;
  filename: string;
  purpose: string;
  size: number;
  title: null;
  type: string;
  url: null;
}

export interface Dispute extends StripeObject {
  object: 'dispute';
  amount: number;
  balance_transactions: BalanceTransaction[];
  charge: string;
  currency: string;
  evidence: Record<string, string | null>;
  evidence_details: { due_by: number; has_evidence: boolean; past_due: boolean; submission_count: number };
  is_charge_refundable: boolean;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string;
  status: string;
  [field: string]: unknown;
}

export interface Payout extends StripeObject {
  object: 'payout';
  amount: number;
  currency: string;
  status: string;
  [field: string]: unknown;
}

export interface StripeEvent extends StripeObject {
  object: 'event';
  api_version: string;
  data: { object: object };
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

export type AnyObject =
  | PaymentMethod
  | Token
  | PaymentIntent
  | Charge
  | Refund
  | SetupIntent
  | Customer
  | BalanceTransaction
  | Dispute
  | StoredFile
  | Payout
  | StripeEvent;

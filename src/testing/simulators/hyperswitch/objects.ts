// Objects of the API (v1), as far as integrations read them.

export type PaymentStatus =
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'processing'
  | 'requires_customer_action'
  | 'requires_merchant_action'
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_capture'
  | 'partially_captured'
  | 'partially_authorized_and_requires_capture'
  | 'conflicted'
  | 'expired';

interface ErrorDetails {
  unified_details?: { standardised_code?: string };
  issuer_details?: { code?: string; message?: string; network_details?: { advice_code?: string } };
  connector_details?: { code?: string; message?: string };
}

export interface Payment {
  payment_id: string;
  merchant_id: string;
  processor_merchant_id: string;
  profile_id: string | null;
  status: PaymentStatus;
  amount: number;
  net_amount: number;
  amount_capturable: number;
  amount_received: number | null;
  currency: string;
  connector: string | null;
  created: string;
  updated: string;
  customer_id: string | null;
  capture_method: string | null;
  payment_method: 'card';
  payment_method_data: { card: CardDetails } | null;
  payment_method_id: string | null;
  metadata: Record<string, unknown> | null;
  return_url: string | null;
  next_action: { type: 'redirect_to_url'; redirect_to_url: string } | null;
  cancellation_reason: string | null;
  error_code: string | null;
  error_message: string | null;
  error_details: ErrorDetails | null;
  issuer_error_code: string | null;
  connector_transaction_id: string | null;
  network_transaction_id: string | null;
  external_authentication_details: Record<string, unknown> | null;
  attempt_count: number;
}

interface CardDetails {
  last4: string;
  card_exp_month: string;
  card_exp_year: string;
  auth_code: string | null;
  payment_checks: Record<string, unknown> | null;
}

export interface Refund {
  refund_id: string;
  payment_id: string;
  amount: number;
  currency: string;
  status: 'succeeded' | 'failed' | 'pending' | 'review';
  reason: string | null;
  metadata: Record<string, unknown> | null;
  error_message: string | null;
  error_code: string | null;
  created_at: string;
  updated_at: string;
  connector: string;
}

export interface Payout {
  payout_id: string;
  merchant_id: string;
  merchant_order_reference_id: string | null;
  amount: number;
  currency: string;
  connector: string | null;
  payout_type: 'card';
  auto_fulfill: boolean;
  customer_id: string;
  client_secret: string;
  return_url: string;
  business_country: string;
  entity_type: string;
  recurring: boolean;
  metadata: Record<string, unknown> | null;
  status:
    | 'success'
    | 'failed'
    | 'cancelled'
    | 'initiated'
    | 'expired'
    | 'reversed'
    | 'pending'
    | 'ineligible'
    | 'requires_confirmation'
    | 'requires_fulfillment';
  error_message: string | null;
  error_code: string | null;
  profile_id: string;
  created: string;
  connector_transaction_id: string | null;
}

/** A stored card. Its number is gone; what it does in tests stays. */
export interface StoredMethod {
  payment_method_id: string;
  customer_id: string;
  /** The last digits of the card and what it does. */
  last4: string;
  behaviour: string;
}

export interface Dispute {
  dispute_id: string;
  payment_id: string;
  attempt_id: string;
  /** In minor units, as a text. */
  amount: string;
  currency: string;
  dispute_stage: 'pre_dispute' | 'dispute' | 'pre_arbitration' | 'arbitration' | 'dispute_reversal';
  dispute_status:
    | 'dispute_opened'
    | 'dispute_expired'
    | 'dispute_accepted'
    | 'dispute_cancelled'
    | 'dispute_challenged'
    | 'dispute_won'
    | 'dispute_lost';
  connector: string;
  connector_status: string;
  connector_dispute_id: string;
  connector_reason: string | null;
  connector_reason_code: string | null;
  challenge_required_by: string | null;
  created_at: string;
  is_already_refunded: boolean;
}

/** What is posted to the webhook. */
export interface OutgoingWebhook {
  merchant_id: string;
  event_id: string;
  event_type: string;
  content: {
    type: 'payment_details' | 'refund_details' | 'dispute_details' | 'payout_details';
    object: Payment | Refund | Dispute | Payout;
  };
  timestamp: string;
}

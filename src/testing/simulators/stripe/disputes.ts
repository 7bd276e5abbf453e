import { requireObject, type StripeAccount } from './account.ts';
import { addBalance, chargeOf } from './charges.ts';
import { formOf, metadataOf, textOf, type Form } from './form.ts';
import type { Dispute } from './objects.ts';
import { invalidRequest } from './stripe-error.ts';

export interface NewDispute {
  /** The payment intent. */
  intent: string;
  reason?: string;
  /** An inquiry takes no money. */
  isInquiry?: boolean;
  /** The captured amount by default. */
  amount?: number;
  /** Days to answer; 7 by default. */
  days?: number;
}

/** In test mode these texts decide a dispute, as documented. */
const verdicts: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' };

const evidenceFields = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
];

/** Evidence that is the id of an uploaded file. */
const fileFields = [
  'receipt',
  'customer_communication',
  'customer_signature',
  'shipping_documentation',
  'service_documentation',
  'refund_policy',
  'cancellation_policy',
  'duplicate_charge_documentation',
  'uncategorized_file',
];

/** Opens a dispute of a captured payment; its money leaves at once unless it is an inquiry. */
export function openDispute(
  account: StripeAccount,
  { intent: id, reason = 'fraudulent', ...options }: NewDispute,
): Dispute {
  const intent = requireObject(account.intents, 'payment_intent', id);
  const charge = chargeOf(account, intent);
  const { isInquiry = false, amount = charge.amount_captured, days = 7 } = options;
  const dispute: Dispute = {
    id: account.newId('dp'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: account.seconds(),
    currency: charge.currency,
    evidence: Object.fromEntries(evidenceFields.map((field) => [field, null])),
    evidence_details: {
      due_by: account.seconds() + days * 86_400,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', case_type: isInquiry ? 'inquiry' : 'chargeback', network_reason_code: '10.4' },
    },
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  };
  account.disputes.set(dispute.id, dispute);
  account.report('charge.dispute.created', dispute);
  if (!isInquiry) {
    charge.disputed = true;
    moveMoney(account, dispute, -amount, 1500);
    account.report('charge.dispute.funds_withdrawn', dispute);
  }
  return dispute;
}

/** POST /v1/disputes/{id}: evidence, and with `submit` the only chance to send it. */
export function updateDispute(account: StripeAccount, id: string, form: Form): Dispute {
  const dispute = requireObject(account.disputes, 'dispute', id);
  if (!dispute.status.endsWith('needs_response')) {
    throw invalidRequest('The dispute cannot be updated any more.', { code: 'dispute_not_updatable' });
  }
  const details = dispute.evidence_details;
  if (account.seconds() > details.due_by) throw invalidRequest('The time for evidence is over.');
  const evidence = formOf(form, 'evidence') ?? {};
  for (const field of fileFields) {
    const id = textOf(evidence, field);
    if (id !== undefined) requireObject(account.files, 'file', id);
  }
  for (const field of evidenceFields)
    dispute.evidence[field] = textOf(evidence, field) ?? dispute.evidence[field] ?? null;
  Object.assign(dispute.metadata, metadataOf(form));
  details.has_evidence = Object.values(dispute.evidence).some((value) => value !== null);
  // Evidence is sent unless it is staged only.
  if (textOf(form, 'submit') === 'false' || !details.has_evidence) return dispute;
  details.submission_count += 1;
  dispute.status = dispute.status.replace('needs_response', 'under_review');
  account.report('charge.dispute.updated', dispute);
  const verdict = verdicts[dispute.evidence.uncategorized_text ?? ''];
  if (verdict) closeDispute(account, id, verdict);
  return dispute;
}

/** The end of a dispute; `lost` is what POST …/close accepts. */
export function closeDispute(account: StripeAccount, id: string, verdict: 'won' | 'lost'): Dispute {
  const dispute = requireObject(account.disputes, 'dispute', id);
  if (['won', 'lost', 'warning_closed'].includes(dispute.status)) {
    throw invalidRequest('The dispute is already closed.', { code: 'dispute_already_closed' });
  }
  const isInquiry = dispute.status.startsWith('warning');
  dispute.status = isInquiry ? 'warning_closed' : verdict;
  if (verdict === 'won' && !isInquiry) {
    requireObject(account.charges, 'charge', dispute.charge).disputed = false;
    moveMoney(account, dispute, dispute.amount, 0);
    account.report('charge.dispute.funds_reinstated', dispute);
  }
  account.report('charge.dispute.closed', dispute);
  return dispute;
}

function moveMoney(account: StripeAccount, dispute: Dispute, amount: number, fee: number): void {
  const { id, currency } = dispute;
  dispute.balance_transactions.push(addBalance(account, 'adjustment', id, currency, amount, fee));
}

import type { HyperswitchAccount } from './account.ts';
import { notFound } from './hyperswitch-error.ts';
import type { Dispute } from './objects.ts';
import { requirePayment } from './payments.ts';

export interface NewDispute {
  payment: string;
  /** The captured amount by default. */
  amount?: number;
  stage?: Dispute['dispute_stage'];
  reasonCode?: string;
  /** Days to answer; 7 by default. */
  days?: number;
}

export function openDispute(account: HyperswitchAccount, options: NewDispute): Dispute {
  const { payment: id, stage = 'dispute', reasonCode = '10.4', days = 7 } = options;
  const payment = requirePayment(account, id);
  const dispute: Dispute = {
    dispute_id: account.newId('dp'),
    payment_id: id,
    attempt_id: `${id}_1`,
    amount: String(options.amount ?? payment.amount_received ?? 0),
    currency: payment.currency,
    dispute_stage: stage,
    dispute_status: 'dispute_opened',
    connector: payment.connector ?? 'fauxpay',
    connector_status: 'needs_response',
    connector_dispute_id: account.newId('du'),
    connector_reason: 'fraudulent',
    connector_reason_code: reasonCode,
    challenge_required_by: new Date(account.now().getTime() + days * 86_400_000).toISOString(),
    created_at: account.time(),
    is_already_refunded: false,
  };
  account.disputes.set(dispute.dispute_id, dispute);
  account.report('dispute_opened', 'dispute_details', dispute);
  return dispute;
}

/** What the connector reports of a dispute later. */
export function changeDispute(
  account: HyperswitchAccount,
  id: string,
  change: Partial<Pick<Dispute, 'dispute_status' | 'dispute_stage'>>,
): void {
  const dispute = requireDispute(account, id);
  Object.assign(dispute, change);
  account.report(dispute.dispute_status, 'dispute_details', dispute);
}

export function requireDispute(account: HyperswitchAccount, id: string): Dispute {
  const dispute = account.disputes.get(id);
  if (!dispute) throw notFound('Dispute');
  return dispute;
}

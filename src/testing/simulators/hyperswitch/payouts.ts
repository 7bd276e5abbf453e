import type { HyperswitchAccount } from './account.ts';
import { HyperswitchError, invalidRequest, missingParam, notFound } from './hyperswitch-error.ts';
import type { Payout } from './objects.ts';

interface PayoutRequest {
  amount?: number;
  currency?: string;
  confirm?: boolean;
  auto_fulfill?: boolean;
  client_secret?: string;
  payout_type?: string;
  merchant_order_reference_id?: string;
  metadata?: Record<string, unknown>;
  profile_id?: string;
  payout_method_data?: { card?: { card_number?: string; card_holder_name?: string } };
}

/** POST /payouts/create. The router makes the id: two equal requests are two payouts. */
export function createPayout(account: HyperswitchAccount, request: PayoutRequest): Payout {
  const { amount, currency, confirm = false, metadata = null } = request;
  if (amount === undefined) throw missingParam('amount');
  if (currency === undefined) throw missingParam('currency');
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw invalidRequest('IR_05', 'amount contains invalid data. Expected format is positive integer');
  const id = account.newId('payout', 23);
  const payout: Payout = {
    payout_id: id,
    merchant_id: account.merchantId,
    merchant_order_reference_id: request.merchant_order_reference_id ?? null,
    amount,
    currency,
    connector: null,
    payout_type: 'card',
    auto_fulfill: request.auto_fulfill ?? false,
    customer_id: account.newId('cus'),
    client_secret: `${id}_secret_${account.newId('s')}`,
    return_url: '',
    business_country: 'GB',
    entity_type: 'Individual',
    recurring: false,
    metadata,
    status: 'requires_confirmation',
    error_message: null,
    error_code: null,
    profile_id: request.profile_id ?? 'pro_default',
    created: account.time(),
    connector_transaction_id: null,
  };
  account.payouts.set(id, payout);
  return confirm ? finishPayout(account, payout, request) : payout;
}

export function requirePayout(account: HyperswitchAccount, id: string): Payout {
  const payout = account.payouts.get(id);
  if (!payout) throw notFound('Payout');
  return payout;
}

const wrongStatus = (action: string, { status }: Payout) =>
  new HyperswitchError(
    400,
    'invalid_request',
    'IR_25',
    `You cannot ${action} this payout because it has status ${status}`,
  );

/**
 * POST /payouts/{payout_id}/confirm. The state is checked before the connector is called, and written after it: what cancels the payout
 * meanwhile is overwritten. `gate` ends when the connector answers.
 */
export async function confirmPayout(
  account: HyperswitchAccount,
  id: string,
  request: PayoutRequest,
  gate: Promise<unknown> | undefined,
): Promise<Payout> {
  const payout = requirePayout(account, id);
  if (request.client_secret !== payout.client_secret)
    throw invalidRequest('IR_09', 'The client_secret provided does not match');
  if (payout.status !== 'requires_confirmation') throw wrongStatus('confirm', payout);
  await gate;
  return finishPayout(account, payout, request);
}

function finishPayout(account: HyperswitchAccount, payout: Payout, request: PayoutRequest): Payout {
  const card = request.payout_method_data?.card;
  if (!card?.card_number || !card.card_holder_name) throw missingParam('payout_method_data');
  payout.connector = 'adyen';
  payout.connector_transaction_id = account.newId('C');
  if (request.auto_fulfill !== true && !payout.auto_fulfill) {
    payout.status = 'requires_fulfillment';
    return payout;
  }
  payout.auto_fulfill = true;
  endPayout(account, payout, account.decidePayout(payout));
  return payout;
}

const eventOf: Partial<Record<Payout['status'], string>> = {
  success: 'payout_success',
  failed: 'payout_failed',
  cancelled: 'payout_cancelled',
  initiated: 'payout_initiated',
  reversed: 'payout_reversed',
  expired: 'payout_expired',
};

function endPayout(account: HyperswitchAccount, payout: Payout, status: Payout['status']): void {
  payout.status = status;
  if (status === 'success')
    account.paidOut.set(payout.payout_id, (account.paidOut.get(payout.payout_id) ?? 0) + 1);
  if (status === 'failed') {
    payout.error_code = '12';
    payout.error_message = 'The card does not take payouts';
  }
  const event = eventOf[status];
  if (event) account.report(event, 'payout_details', payout);
}

/** POST /payouts/{payout_id}/cancel: only of what no connector has. */
export function cancelPayout(account: HyperswitchAccount, id: string): Payout {
  const payout = requirePayout(account, id);
  if (payout.status !== 'requires_confirmation' && payout.status !== 'requires_fulfillment')
    throw wrongStatus('cancel', payout);
  endPayout(account, payout, 'cancelled');
  return payout;
}

/** Ends payouts that a connector works on. */
export function processPayouts(account: HyperswitchAccount, status: Payout['status'] = 'success'): number {
  const open = [...account.payouts.values()].filter((one) => one.status === 'initiated');
  for (const payout of open) endPayout(account, payout, status);
  return open.length;
}

/** The bank of the card sends a payout back that had succeeded. */
export const reversePayout = (account: HyperswitchAccount, id: string): void =>
  endPayout(account, requirePayout(account, id), 'reversed');

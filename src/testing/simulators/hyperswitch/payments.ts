import { code as currencyCode } from 'currency-codes';
import type { HyperswitchAccount } from './account.ts';
import { behaviourOf, decisionOf, type Decision } from './decide-payment.ts';
import { duplicate, HyperswitchError, invalidRequest, missingParam, notFound } from './hyperswitch-error.ts';
import type { Payment, PaymentStatus } from './objects.ts';

/** The parts of a request that the simulator reads. */
export interface PaymentRequest {
  payment_id?: string;
  amount?: number;
  currency?: string;
  confirm?: boolean;
  capture_method?: string;
  profile_id?: string;
  customer_id?: string;
  customer?: { id?: string };
  metadata?: Record<string, unknown>;
  return_url?: string;
  payment_type?: string;
  payment_method_data?: { card?: CardRequest };
  recurring_details?: { type: string; data: unknown };
  setup_future_usage?: string;
  customer_acceptance?: object;
  off_session?: boolean;
  three_ds_data?: { eci?: string; ds_trans_id?: string; version?: string; transaction_status?: string };
}

interface CardRequest {
  card_number: string;
  card_exp_month: string;
  card_exp_year: string;
}

/** Amounts that the document's int64 can have; JSON numbers beyond 2^53 are not exact. */
const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

export function requirePayment(account: HyperswitchAccount, id: string): Payment {
  const payment = account.payments.get(id);
  if (!payment) throw notFound('Payment');
  return payment;
}

/** POST /payments. An id that is taken is refused, whatever the payment has become. */
export async function createPayment(
  account: HyperswitchAccount,
  request: PaymentRequest,
  gate?: Promise<unknown>,
): Promise<Payment> {
  const { payment_id: id = account.newId('pay', 26), amount, currency } = request;
  if (amount === undefined) throw missingParam('amount');
  if (currency === undefined) throw missingParam('currency');
  if (!isAmount(amount)) throw invalidRequest('IR_06', 'amount must be a whole number of minor units');
  if (currencyCode(currency) === undefined) throw invalidRequest('IR_06', `unknown variant ${currency}`);
  if (id.length !== 30)
    throw invalidRequest('IR_05', 'payment_id contains invalid data. Expected format is 30 characters');
  if (account.payments.has(id)) throw duplicate('The payment with the specified payment_id');
  const isRecurring = request.recurring_details !== undefined;
  if (amount === 0 && request.confirm && request.payment_type !== 'setup_mandate')
    throw invalidRequest('IR_16', 'Amount must be greater than 0');
  const card = cardOf(account, request);
  if (request.confirm && !card) throw missingParam('payment_method_data');
  if (isRecurring && request.off_session !== true)
    throw invalidRequest('IR_16', 'off_session must be true for recurring payments');
  const payment = buildPayment(account, id, { ...request, amount, currency }, card);
  account.payments.set(id, payment);
  if (request.confirm && card) {
    const savesCard =
      request.setup_future_usage === 'off_session' &&
      request.customer_acceptance !== undefined &&
      payment.customer_id !== null;
    account.unfinished.set(id, { behaviour: card.behaviour, savesCard });
    await confirm(account, payment, gate);
  }
  return payment;
}

interface PresentedCard {
  behaviour: string;
  last4: string;
  month: string;
  year: string;
  stored?: string;
}

/** Throws for a stored card that is not there, or of another customer. */
function cardOf(account: HyperswitchAccount, request: PaymentRequest): PresentedCard | undefined {
  const { recurring_details: recurring, payment_method_data: data } = request;
  if (recurring?.type === 'payment_method_id') {
    const method = account.methods.get(String(recurring.data));
    if (!method || method.customer_id !== customerOf(request)) throw notFound('Payment method');
    const { behaviour, last4, payment_method_id: stored } = method;
    return { behaviour, last4, month: '03', year: '30', stored };
  }
  const card =
    recurring?.type === 'network_transaction_id_and_card_details'
      ? (recurring.data as CardRequest)
      : data?.card;
  if (!card) return undefined;
  const { card_number: number, card_exp_month: month, card_exp_year: year } = card;
  return { behaviour: behaviourOf(number), last4: number.slice(-4), month, year };
}

const customerOf = ({ customer_id: id, customer }: PaymentRequest): string | null =>
  customer?.id ?? id ?? null;

function buildPayment(
  account: HyperswitchAccount,
  id: string,
  request: PaymentRequest & { amount: number; currency: string },
  card: PresentedCard | undefined,
): Payment {
  const { amount, currency, three_ds_data: secure } = request;
  return {
    payment_id: id,
    merchant_id: account.merchantId,
    processor_merchant_id: account.merchantId,
    profile_id: request.profile_id ?? null,
    status: card ? 'requires_confirmation' : 'requires_payment_method',
    amount,
    net_amount: amount,
    amount_capturable: amount,
    amount_received: null,
    currency,
    connector: null,
    created: account.time(),
    updated: account.time(),
    customer_id: customerOf(request),
    capture_method: request.capture_method ?? null,
    payment_method: 'card',
    payment_method_data: card
      ? {
          card: {
            last4: card.last4,
            card_exp_month: card.month,
            card_exp_year: card.year,
            auth_code: null,
            payment_checks: null,
          },
        }
      : null,
    payment_method_id: card?.stored ?? null,
    metadata: request.metadata ?? null,
    return_url: request.return_url ?? null,
    next_action: null,
    cancellation_reason: null,
    error_code: null,
    error_message: null,
    error_details: null,
    issuer_error_code: null,
    connector_transaction_id: null,
    network_transaction_id: null,
    external_authentication_details: secure
      ? {
          electronic_commerce_indicator: secure.eci,
          ds_transaction_id: secure.ds_trans_id,
          version: secure.version,
          status: secure.transaction_status === 'Y' ? 'success' : 'failed',
        }
      : null,
    attempt_count: 1,
  };
}

/** Other requests find the payment locked while the connector works. */
async function confirm(
  account: HyperswitchAccount,
  payment: Payment,
  gate?: Promise<unknown>,
): Promise<void> {
  const { payment_id: id } = payment;
  account.locked.add(id);
  try {
    await gate;
    const { behaviour = 'approved' } = account.unfinished.get(id) ?? {};
    apply(account, payment, account.decide(payment) ?? decisionOf(behaviour));
  } finally {
    account.locked.delete(id);
  }
}

const unfinishedOutcomes = new Set(['processing', 'requires_customer_action', 'requires_merchant_action']);

/** What a connector has decided. */
function apply(account: HyperswitchAccount, payment: Payment, decision: Decision): void {
  if (decision.outcome === 'no_connector') {
    account.unfinished.delete(payment.payment_id);
    throw invalidRequest('IR_39', 'no connector is configured for this payment');
  }
  payment.connector = 'fauxpay';
  payment.connector_transaction_id = account.newId('txn');
  if (unfinishedOutcomes.has(decision.outcome)) {
    if (decision.outcome === 'requires_customer_action')
      payment.next_action = {
        type: 'redirect_to_url',
        redirect_to_url: `${account.baseUrl}/simulator/authenticate/${payment.payment_id}`,
      };
    return changeStatus(account, payment, decision.outcome as PaymentStatus);
  }
  payment.next_action = null;
  const { savesCard = false, behaviour = 'approved' } = account.unfinished.get(payment.payment_id) ?? {};
  account.unfinished.delete(payment.payment_id);
  switch (decision.outcome) {
    case 'declined':
      return decline(account, payment, decision);
    case 'partially_authorized':
      countApproval(account, payment, decision.authorised);
      payment.amount_capturable = decision.authorised;
      return changeStatus(account, payment, 'partially_authorized_and_requires_capture');
    case 'conflicted':
      return changeStatus(account, payment, 'conflicted');
    default:
      if (savesCard) saveCard(account, payment, behaviour);
      return approve(account, payment, 'checks' in decision ? decision.checks : undefined);
  }
}

function approve(account: HyperswitchAccount, payment: Payment, checks?: Record<string, unknown>): void {
  countApproval(account, payment, payment.amount);
  const { card } = payment.payment_method_data ?? {};
  if (card) {
    card.auth_code = account.random.text('0123456789', 6);
    card.payment_checks = checks ?? { cvc_check: 'pass' };
  }
  payment.network_transaction_id = account.random.text('0123456789', 15);
  if (payment.capture_method === 'manual') return changeStatus(account, payment, 'requires_capture');
  payment.amount_capturable = 0;
  payment.amount_received = payment.amount;
  changeStatus(account, payment, 'succeeded');
}

function countApproval(account: HyperswitchAccount, { payment_id: id }: Payment, amount: number): void {
  account.approvals.set(id, (account.approvals.get(id) ?? 0) + 1);
  account.authorised.set(id, amount);
}

function decline(
  account: HyperswitchAccount,
  payment: Payment,
  { decline: why }: Decision & { outcome: 'declined' },
): void {
  const { code, message, connector = 'fauxpay', standardisedCode, issuerCode, adviceCode } = why;
  payment.connector = connector;
  payment.error_code = code;
  payment.error_message = message;
  payment.issuer_error_code = issuerCode ?? null;
  payment.error_details = {
    connector_details: { code, message },
    ...(standardisedCode ? { unified_details: { standardised_code: standardisedCode } } : {}),
    ...(issuerCode || adviceCode
      ? {
          issuer_details: {
            ...(issuerCode ? { code: issuerCode } : {}),
            ...(adviceCode ? { network_details: { advice_code: adviceCode } } : {}),
          },
        }
      : {}),
  };
  payment.amount_capturable = 0;
  changeStatus(account, payment, 'failed');
}

function saveCard(account: HyperswitchAccount, payment: Payment, behaviour: string): void {
  const { customer_id: customer, payment_method_data: data } = payment;
  if (customer === null || payment.payment_method_id !== null) return;
  const id = account.newId('pm');
  account.methods.set(id, {
    payment_method_id: id,
    customer_id: customer,
    last4: data?.card.last4 ?? '',
    behaviour: behaviour === 'card 0446' ? 'approved' : behaviour,
  });
  payment.payment_method_id = id;
}

const eventTypes: Partial<Record<PaymentStatus, string>> = {
  succeeded: 'payment_succeeded',
  failed: 'payment_failed',
  processing: 'payment_processing',
  cancelled: 'payment_cancelled',
  requires_capture: 'payment_authorized',
  partially_authorized_and_requires_capture: 'payment_partially_authorized',
  partially_captured: 'payment_captured',
  requires_customer_action: 'action_required',
  requires_merchant_action: 'action_required',
  expired: 'payment_expired',
};

function changeStatus(account: HyperswitchAccount, payment: Payment, status: PaymentStatus): void {
  payment.status = status;
  payment.updated = account.time();
  const type = eventTypes[status];
  if (type) account.report(type, 'payment_details', payment);
}

/** POST /payments/{id}/capture: once, for the amount or less of it; the rest is released. */
export function capturePayment(
  account: HyperswitchAccount,
  id: string,
  { amount_to_capture: wanted }: { amount_to_capture?: number },
): Payment {
  const payment = requirePayment(account, id);
  requireUnlocked(account, id);
  if (payment.status !== 'requires_capture') throw unexpectedState('captured', payment, 'requires_capture');
  const amount = wanted ?? payment.amount_capturable;
  if (!isAmount(amount) || amount === 0 || amount > payment.amount_capturable)
    throw invalidRequest('IR_06', 'amount_to_capture is greater than amount');
  payment.amount_received = amount;
  payment.amount_capturable = 0;
  changeStatus(account, payment, amount === payment.amount ? 'succeeded' : 'partially_captured');
  return payment;
}

const cancellable = new Set<PaymentStatus>([
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_customer_action',
  'partially_authorized_and_requires_capture',
]);

/** POST /payments/{id}/cancel */
export function cancelPayment(account: HyperswitchAccount, id: string): Payment {
  const payment = requirePayment(account, id);
  requireUnlocked(account, id);
  if (!cancellable.has(payment.status))
    throw invalidRequest('IR_16', `You cannot cancel this payment because it has status ${payment.status}`);
  account.unfinished.delete(id);
  payment.amount_capturable = 0;
  payment.next_action = null;
  payment.cancellation_reason = 'requested_by_customer';
  changeStatus(account, payment, 'cancelled');
  return payment;
}

const requireUnlocked = (account: HyperswitchAccount, id: string): void => {
  if (account.locked.has(id))
    throw new HyperswitchError(422, 'lock_timeout', 'HE_00', 'Resource is busy. Please try again later.');
};

const unexpectedState = (flow: string, { status }: Payment, expected: string): HyperswitchError =>
  invalidRequest(
    'IR_14',
    `This Payment could not be ${flow} because it has a payment.status of ${status}. The expected state is ${expected}`,
  );

/** Ends what is `processing`, as the connector reports it later. */
export function finishProcessing(
  account: HyperswitchAccount,
  final: Decision = { outcome: 'approved' },
): number {
  const open = [...account.payments.values()].filter(
    ({ status }) => status === 'processing' || status === 'requires_merchant_action',
  );
  for (const payment of open) apply(account, payment, final);
  return open.length;
}

/** What the card holder does at the issuer's page. */
export function finishAuthentication(
  account: HyperswitchAccount,
  id: string,
  isAuthenticated: boolean,
): Payment {
  const payment = requirePayment(account, id);
  if (payment.status !== 'requires_customer_action') return payment;
  payment.external_authentication_details = {
    status: isAuthenticated ? 'success' : 'failed',
    authentication_flow: 'challenge',
    version: '2.2.0',
    ...(isAuthenticated ? { electronic_commerce_indicator: '05' } : {}),
  };
  apply(
    account,
    payment,
    isAuthenticated
      ? { outcome: 'approved' }
      : {
          outcome: 'declined',
          decline: {
            code: 'DC_09',
            message: 'Authentication failed',
            standardisedCode: 'authentication_failed',
          },
        },
  );
  return payment;
}

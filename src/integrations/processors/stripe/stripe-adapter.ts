import type * as z from 'zod/mini';
import { wallets } from '#shared/payments/wallets.ts';
import {
  type Challenged,
  type ConnectRequest,
  type InvalidateResult,
  type LookupResult,
  type NoResponse,
  type NotSent,
  type Prepared,
  type ProcessorAdapter,
  type ProcessorConnection,
  type ProcessorOperation,
  type ProcessorReply,
  type ProcessorResponse,
  type SendResult,
  type SentOperation,
  challengeMs,
  contractVersion,
} from '../adapter.ts';
import { toProcessorMinor } from '../processor-amount.ts';
import { joinCredential, splitCredential } from '../stored-credential.ts';
import { checkStripe } from './check-stripe.ts';
import { type Form, type StripeReply, callStripe } from './stripe-client.ts';
import {
  buildApple,
  buildCard,
  buildGoogle,
  googleGateway,
  tokenForm,
  withBilling,
} from './stripe-methods.ts';
import { stripeCurrencies, stripeDigits } from './stripe-codes.ts';
import { lookupStripeDispute, stripeDisputes } from './stripe-disputes.ts';
import { readStripeEvents } from './stripe-events.ts';
import { stripeSettlements } from './stripe-settlements.ts';
import {
  type PaymentIntent,
  approvedIntent,
  created,
  declinedIntent,
  done,
  forbidden,
  paymentIntent,
  readRefund,
  refund,
  refundList,
  refusedRequest,
  setupIntent,
} from './stripe-results.ts';

/** Stripe keeps idempotency keys for at least 24 hours; a repeat after twenty would be a second operation. */
const replayMs = 20 * 3_600_000;

/**
 * Stripe, payment intents (docs/processors.md#stripe). An intent is created without being confirmed, so an unknown confirmation is made
 * certain by cancelling it. `url` and `files` replace Stripe's addresses in tests.
 */
export const stripeAdapter = ({
  url = 'https://api.stripe.com',
  files = 'https://files.stripe.com',
}: { url?: string; files?: string } = {}): ProcessorAdapter => ({
  contract: contractVersion,
  name: 'stripe',
  settings: [
    { name: 'publishableKey', label: 'Publishable key', kind: 'text', required: false, maxLength: 200 },
  ],
  accountFields: [
    { name: 'account', label: 'Connected account', kind: 'text', required: false, maxLength: 60 },
  ],
  secrets: [
    { name: 'secretKey', label: 'Secret key', required: true },
    { name: 'webhookSecret', label: 'Signing secret of the webhook', required: true },
  ],
  connect: (request) => connectStripe(request, `${url}/v1`, `${files}/v1/files`),
});

function connectStripe(request: ConnectRequest, url: string, files: string): ProcessorConnection {
  const { secrets, clock } = request;
  const modify = (operation: SentOperation) => sendModification(request, url, operation);
  return {
    capabilities: {
      operations: {
        SALE: 'handle',
        AUTHORISE: 'handle',
        VERIFY: 'handle',
        CAPTURE: 'replay',
        VOID: 'replay',
        REFUND: 'replay',
      },
      currencies: stripeCurrencies,
      wallets,
      authenticatesInSend: true,
    },
    prepare: (operation) => prepareIntent(request, url, operation),
    send: (operation) =>
      isPayment(operation)
        ? confirmIntent(request, url, operation)
        : modify({ ...operation, sentAt: clock.now() }),
    lookup: (operation) =>
      isPayment(operation) ? readIntent(request, url, operation) : readModification(request, url, operation),
    invalidate: async (operation) => {
      if (isPayment(operation)) return cancelIntent(request, url, operation);
      if (clock.now().getTime() - operation.sentAt.getTime() > replayMs) return { kind: 'pending' };
      const repeated = await modify(operation);
      return repeated.kind === 'not-sent' || repeated.kind === 'challenge' ? unknown : repeated;
    },
    tokenize: (card, owner) => keepCard(request, url, buildCard({ card }), owner),
    check: () => checkStripe(request, url),
    readEvents: (raw) => readStripeEvents(raw, { secret: secrets.webhookSecret ?? '', now: clock.now() }),
    lookupDispute: lookupStripeDispute(request, url),
    disputes: stripeDisputes(request, url, files),
    settlements: stripeSettlements(request, url),
    googlePay: ({ account }) => googleGateway(request, account),
  };
}

const unknown: NoResponse = { kind: 'no-response', why: 'connection' };

const isPayment = ({ kind }: Pick<SentOperation, 'kind'>): boolean =>
  kind === 'SALE' || kind === 'AUTHORISE' || kind === 'VERIFY';

const pathOf = ({ kind }: Pick<SentOperation, 'kind'>): string =>
  kind === 'VERIFY' ? 'setup_intents' : 'payment_intents';

const amountOf = ({ amountMinor, currency }: Pick<SentOperation, 'amountMinor' | 'currency'>): number =>
  toProcessorMinor(amountMinor, currency, stripeDigits[currency] ?? 2);

/** Creates the intent without confirming it: no money moves, and a lost answer is certain. */
async function prepareIntent(
  request: ConnectRequest,
  url: string,
  operation: ProcessorOperation,
): Promise<Prepared | ProcessorReply | NotSent | NoResponse> {
  const { reference, kind, source, keepsCard = false, agreement, account } = operation;
  const stored = source && 'credential' in source ? splitCredential(source.credential) : undefined;
  const call = { account: account.account };
  let customer = stored?.owner;
  if (!customer && (keepsCard || agreement || kind === 'VERIFY')) {
    const { payer = {} } = operation;
    const reply = await callStripe(request, created, {
      ...call,
      url: `${url}/customers`,
      key: `${reference}-customer`,
      form: { name: payer.name, email: payer.email, metadata: { reference: payer.reference ?? reference } },
    });
    if (reply.kind !== 'ok') return failed(reply);
    customer = reply.body.id;
  }
  // Intents take no card number: a payment method is created first.
  let method = stored?.card;
  if (!method) {
    const paying = await buildPaying(request, url, operation);
    if (paying.kind !== 'form') return paying;
    const reply = await callStripe(request, created, {
      ...call,
      url: `${url}/payment_methods`,
      key: `${reference}-method`,
      form: withBilling(operation, paying.form),
    });
    if (reply.kind !== 'ok') return failed(reply);
    method = reply.body.id;
  }
  const common: Form = {
    payment_method_types: ['card'],
    customer,
    metadata: { reference },
    payment_method: method,
  };
  const form: Form =
    kind === 'VERIFY'
      ? { ...common, usage: 'off_session' }
      : {
          ...common,
          amount: amountOf(operation),
          currency: operation.currency.toLowerCase(),
          capture_method: kind === 'AUTHORISE' ? 'manual' : 'automatic',
          statement_descriptor_suffix: operation.descriptor?.slice(0, 22),
          setup_future_usage: customer && !stored ? 'off_session' : undefined,
        };
  const reply = await callStripe(request, created, {
    ...call,
    url: `${url}/${pathOf(operation)}`,
    key: `${reference}-prepare`,
    form,
  });
  return reply.kind === 'ok' ? { kind: 'prepared', handle: reply.body.id } : failed(reply);
}

/** The card of a new payment method: its number, or the token of a wallet. */
async function buildPaying(
  request: ConnectRequest,
  url: string,
  { source, reference, account }: ProcessorOperation,
): Promise<{ kind: 'form'; form: Form } | ProcessorReply | NotSent | NoResponse> {
  if (!source || !('wallet' in source)) return { kind: 'form', form: buildCard(source) };
  const { kind, token } = source.wallet;
  if (kind === 'GOOGLE-PAY') return { kind: 'form', form: buildGoogle(token) };
  // Apple's token becomes one of Stripe's first.
  const reply = await callStripe(request, created, {
    account: account.account,
    url: `${url}/tokens`,
    key: `${reference}-token`,
    form: buildApple(token),
  });
  return reply.kind === 'ok' ? { kind: 'form', form: tokenForm(reply.body.id) } : failed(reply);
}

function failed(reply: Exclude<StripeReply<unknown>, { kind: 'ok' }>): ProcessorReply | NotSent | NoResponse {
  if (reply.kind === 'not-sent' || reply.kind === 'no-response') return reply;
  const { kind, error } = reply;
  const response =
    kind === 'declined' ? declinedIntent(error, error.payment_intent?.id ?? '') : refusedRequest(error);
  return { kind: 'response', response };
}

async function confirmIntent(
  request: ConnectRequest,
  url: string,
  operation: ProcessorOperation,
): Promise<SendResult> {
  const { reference, handle = '', kind, account } = operation;
  const call = {
    account: account.account,
    url: `${url}/${pathOf(operation)}/${encodeURIComponent(handle)}/confirm`,
    key: `${reference}-confirm`,
  };
  if (kind === 'VERIFY') {
    const reply = await callStripe(request, setupIntent, {
      ...call,
      form: {
        return_url: operation.authenticate?.returnUrl,
        payment_method_options: { card: cardOptions(operation) },
      },
    });
    return reply.kind === 'ok' ? readSetup(reply.body) : failed(reply);
  }
  const reply = await callStripe(request, paymentIntent, {
    ...call,
    form: {
      // Without our page, which leads to the issuer, a required authentication is a decline.
      error_on_requires_action: operation.authenticate ? undefined : true,
      return_url: operation.authenticate?.returnUrl,
      off_session: operation.channel === 'STORED' ? true : undefined,
      payment_method_options: { card: cardOptions(operation) },
      expand: ['latest_charge.balance_transaction'],
    },
  });
  if (reply.kind === 'ok') return readStatus(reply.body);
  // Confirmed before, or cancelled meanwhile: the intent has the result.
  if (reply.kind === 'refused' && reply.error.code === 'payment_intent_unexpected_state') return unknown;
  return failed(reply);
}

const demands = { AUTOMATIC: undefined, ANY: 'any', CHALLENGE: 'challenge' } as const;

function cardOptions({ channel, threeDSecure, source, agreement, authenticate }: ProcessorOperation): Form {
  return {
    moto: channel === 'MOTO' ? true : undefined,
    request_three_d_secure: authenticate && demands[authenticate.demand],
    ...(threeDSecure
      ? {
          three_d_secure: {
            cryptogram: threeDSecure.avv,
            electronic_commerce_indicator: threeDSecure.eci,
            transaction_id: threeDSecure.dsTransactionId,
            version: threeDSecure.version,
            ares_trans_status: threeDSecure.status,
          },
        }
      : {}),
    ...(agreement && !agreement.first && source && 'credential' in source
      ? { stored_credential_usage: usages[agreement.type] }
      : {}),
  };
}

const usages = { RECURRING: 'recurring', INSTALMENT: 'installment', UNSCHEDULED: 'unscheduled' } as const;

/** The state of an intent, as its result. 'unknown': it can still be confirmed. */
function readStatus(intent: PaymentIntent): ProcessorReply | Challenged | { kind: 'pending' } {
  switch (intent.status) {
    case 'succeeded':
    case 'requires_capture':
      return { kind: 'response', response: approvedIntent(intent) };
    case 'canceled':
      return { kind: 'response', response: forbidden(intent.id) };
    case 'processing':
      return { kind: 'pending' };
    case 'requires_action':
      return readChallenge(intent);
    default:
      return { kind: 'response', response: declinedIntent(intent.last_payment_error ?? {}, intent.id) };
  }
}

/** Without an address the card holder cannot be challenged. */
function readChallenge({ id, next_action: action }: Pick<PaymentIntent, 'id' | 'next_action'>) {
  const url = action?.redirect_to_url?.url;
  return url === undefined
    ? ({ kind: 'response', response: declinedIntent({ code: 'authentication_required' }, id) } as const)
    : ({ kind: 'challenge', url } as const);
}

function readSetup(setup: z.infer<typeof setupIntent>): SendResult {
  const { id, status, customer, payment_method: method } = setup;
  if (status === 'processing') return { kind: 'pending' };
  if (status === 'requires_action') return readChallenge(setup);
  if (status !== 'succeeded')
    return { kind: 'response', response: declinedIntent({ code: 'authentication_required' }, id) };
  const response: ProcessorResponse = {
    ...done(id, 'Verified'),
    ...(customer && method ? { credential: joinCredential(customer, method) } : {}),
  };
  return { kind: 'response', response };
}

/** An intent that was never confirmed is 'unknown': its confirmation may be on its way. */
async function readIntent(
  request: ConnectRequest,
  url: string,
  operation: SentOperation,
): Promise<LookupResult> {
  const { handle = '', account, kind, sentAt } = operation;
  const isOver = request.clock.now().getTime() - sentAt.getTime() >= challengeMs;
  const call = { account: account.account, method: 'GET' as const };
  const address = `${url}/${pathOf(operation)}/${encodeURIComponent(handle)}`;
  if (kind === 'VERIFY') {
    const reply = await callStripe(request, setupIntent, { ...call, url: address });
    if (reply.kind !== 'ok') return noResult(reply);
    if (reply.body.status === 'canceled') return { kind: 'response', response: forbidden(handle) };
    if (isUnconfirmed(reply.body.status) || (isOver && reply.body.status === 'requires_action'))
      return { kind: 'unknown' };
    const result = readSetup(reply.body);
    return result.kind === 'not-sent' ? unknown : result;
  }
  const reply = await callStripe(request, paymentIntent, {
    ...call,
    url: `${address}?expand[0]=latest_charge.balance_transaction`,
  });
  if (reply.kind !== 'ok') return noResult(reply);
  const intent = reply.body;
  if (isUnconfirmed(intent.status) && !intent.last_payment_error) return { kind: 'unknown' };
  // Unknown, so that the sweeper cancels it.
  if (isOver && intent.status === 'requires_action') return { kind: 'unknown' };
  return readStatus(intent);
}

const isUnconfirmed = (status: string): boolean =>
  status === 'requires_confirmation' || status === 'requires_payment_method';

const noResult = (reply: { kind: string }): NoResponse =>
  reply.kind === 'no-response' ? (reply as NoResponse) : unknown;

/** A cancelled intent cannot be confirmed afterwards; one that has succeeded refuses, and is read. */
async function cancelIntent(
  request: ConnectRequest,
  url: string,
  operation: SentOperation,
): Promise<InvalidateResult> {
  const { handle = '', account } = operation;
  // Without a key: it can be repeated as it is, and under a key Stripe repeats an error of its own for a day.
  const reply = await callStripe(request, created, {
    account: account.account,
    url: `${url}/${pathOf(operation)}/${encodeURIComponent(handle)}/cancel`,
    form: {},
  });
  if (reply.kind === 'ok') return { kind: 'forbidden' };
  if (reply.kind !== 'refused') return noResult(reply);
  const found = await readIntent(request, url, operation);
  return found.kind === 'unknown' || found.kind === 'challenge' ? unknown : found;
}

async function sendModification(
  request: ConnectRequest,
  url: string,
  operation: SentOperation,
): Promise<SendResult> {
  const { kind, reference, related, account } = operation;
  const intent = encodeURIComponent(related?.gatewayReference ?? '');
  const call = { account: account.account, key: `${reference}-${kind.toLowerCase()}` };
  if (kind === 'REFUND' || (kind === 'VOID' && related?.kind === 'SALE')) {
    const reply = await callStripe(request, refund, {
      ...call,
      url: `${url}/refunds`,
      form: {
        payment_intent: related?.gatewayReference,
        amount: amountOf(operation),
        metadata: { reference },
      },
    });
    return reply.kind === 'ok' ? readRefund(reply.body) : settledBefore(request, url, operation, reply);
  }
  const reply = await callStripe(request, paymentIntent, {
    ...call,
    url: `${url}/payment_intents/${intent}/${kind === 'CAPTURE' ? 'capture' : 'cancel'}`,
    form: kind === 'CAPTURE' ? { amount_to_capture: amountOf(operation) } : {},
  });
  return reply.kind === 'ok'
    ? { kind: 'response', response: done(reply.body.id) }
    : settledBefore(request, url, operation, reply);
}

const alreadyDone = new Set([
  'charge_already_captured',
  'charge_already_refunded',
  'payment_intent_unexpected_state',
]);

/** Where Stripe has it done already, by an earlier arrival of ours or in its own dashboard, the object decides. */
async function settledBefore(
  request: ConnectRequest,
  url: string,
  operation: SentOperation,
  reply: Exclude<StripeReply<unknown>, { kind: 'ok' }>,
): Promise<SendResult> {
  if (reply.kind !== 'refused' || !alreadyDone.has(reply.error.code ?? '')) return failed(reply);
  const found = await readModification(request, url, operation);
  return found.kind === 'unknown' || found.kind === 'challenge' ? failed(reply) : found;
}

/** Refunds are found by our reference in their metadata; search and lists of other kinds lag behind. */
async function readModification(
  request: ConnectRequest,
  url: string,
  operation: SentOperation,
): Promise<LookupResult> {
  const { kind, reference, related, account } = operation;
  const intent = related?.gatewayReference ?? '';
  const call = { account: account.account, method: 'GET' as const };
  if (kind === 'REFUND' || (kind === 'VOID' && related?.kind === 'SALE')) {
    const reply = await callStripe(request, refundList, {
      ...call,
      url: `${url}/refunds?payment_intent=${encodeURIComponent(intent)}&limit=100`,
    });
    if (reply.kind !== 'ok') return noResult(reply);
    const ours = reply.body.data.find(({ metadata }) => metadata?.reference === reference);
    if (ours) return readRefund(ours);
    return reply.body.has_more ? unknown : { kind: 'unknown' };
  }
  const reply = await callStripe(request, paymentIntent, {
    ...call,
    url: `${url}/payment_intents/${encodeURIComponent(intent)}`,
  });
  if (reply.kind !== 'ok') return noResult(reply);
  const ended = kind === 'CAPTURE' ? 'succeeded' : 'canceled';
  return reply.body.status === ended ? { kind: 'response', response: done(intent) } : { kind: 'unknown' };
}

async function keepCard(
  request: ConnectRequest,
  url: string,
  card: Form,
  { reference, account }: { reference: string; account: Readonly<Record<string, string>> },
): Promise<{ kind: 'kept'; credential: string } | NotSent | NoResponse> {
  const call = { account: account.account };
  const customer = await callStripe(request, created, {
    ...call,
    url: `${url}/customers`,
    key: crypto.randomUUID(),
    form: { metadata: { reference } },
  });
  if (customer.kind !== 'ok') return customer.kind === 'not-sent' ? customer : noResult(customer);
  const method = await callStripe(request, created, {
    ...call,
    url: `${url}/payment_methods`,
    key: crypto.randomUUID(),
    form: card,
  });
  if (method.kind !== 'ok') return method.kind === 'not-sent' ? method : noResult(method);
  const attached = await callStripe(request, created, {
    ...call,
    url: `${url}/payment_methods/${encodeURIComponent(method.body.id)}/attach`,
    key: crypto.randomUUID(),
    form: { customer: customer.body.id },
  });
  if (attached.kind !== 'ok') return attached.kind === 'not-sent' ? attached : noResult(attached);
  return { kind: 'kept', credential: joinCredential(customer.body.id, attached.body.id) };
}

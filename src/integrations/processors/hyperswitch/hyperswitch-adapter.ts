import {
  type ConnectRequest,
  type InvalidateResult,
  type LookupResult,
  type NoResponse,
  type NotSent,
  type ProcessorAdapter,
  type ProcessorConnection,
  type ProcessorOperation,
  type ProcessorReply,
  type SendResult,
  type SentOperation,
  challengeMs,
  contractVersion,
} from '../adapter.ts';
import { splitCredential } from '../stored-credential.ts';
import { checkHyperswitch } from './check-hyperswitch.ts';
import { type HyperswitchReply, callHyperswitch, duplicateCode, unreadable } from './hyperswitch-client.ts';
import { hyperswitchCurrencies } from './hyperswitch-codes.ts';
import { lookupHyperswitchDispute } from './hyperswitch-disputes.ts';
import { readHyperswitchEvents } from './hyperswitch-events.ts';
import { paymentIdOf, refundIdOf } from './hyperswitch-ids.ts';
import { invalidatePayout, lookUpPayout, preparePayout, sendPayout } from './hyperswitch-payouts.ts';
import { amountOf, buildOccupation, buildPayment } from './hyperswitch-requests.ts';
import {
  type Payment,
  anything,
  declined,
  payment,
  readCapture,
  readPayment,
  readRefund,
  readRelease,
  refund,
  refusedRequest,
} from './hyperswitch-results.ts';

/** No request is on its way longer. A refusal of a repetition is final after it: the original cannot arrive any more. */
const lateMs = 15 * 60_000;

/**
 * Hyperswitch, API v1: a router with accounts at many processors (docs/processors.md#hyperswitch). Ids of payments and refunds are made
 * from ours, so an unknown payment is made certain by taking its id.
 */
export const hyperswitchAdapter: ProcessorAdapter = {
  contract: contractVersion,
  name: 'hyperswitch',
  settings: [
    { name: 'merchantId', label: 'Merchant ID', kind: 'text', required: true, maxLength: 64 },
    { name: 'url', label: 'API URL of your own router', kind: 'https-url', required: false },
  ],
  accountFields: [{ name: 'profileId', label: 'Profile ID', kind: 'text', required: false, maxLength: 64 }],
  secrets: [
    { name: 'apiKey', label: 'API key', required: true },
    { name: 'hashKey', label: 'Payment response hash key', required: true },
  ],
  connect: connectHyperswitch,
};

function connectHyperswitch(request: ConnectRequest): ProcessorConnection {
  const { secrets, clock } = request;
  return {
    capabilities: {
      operations: {
        SALE: 'reference',
        AUTHORISE: 'reference',
        VERIFY: 'reference',
        CAPTURE: 'replay',
        VOID: 'replay',
        REFUND: 'replay',
        PAYOUT: 'handle',
      },
      currencies: hyperswitchCurrencies,
      authenticatesInSend: true,
    },
    prepare: (operation) => preparePayout(request, operation),
    send: (operation) => {
      if (operation.kind === 'PAYOUT') return sendPayout(request, operation);
      return isPayment(operation) ? sendPayment(request, operation) : sendModification(request, operation);
    },
    lookup: (operation) => {
      if (operation.kind === 'PAYOUT') return lookUpPayout(request, operation);
      return isPayment(operation)
        ? lookUpPayment(request, operation)
        : lookUpModification(request, operation);
    },
    invalidate: async (operation) => {
      if (operation.kind === 'PAYOUT') return invalidatePayout(request, operation);
      if (isPayment(operation)) return invalidatePayment(request, operation);
      const repeated = await sendModification(request, operation);
      if (repeated.kind === 'not-sent' || repeated.kind === 'challenge') return unreadable;
      const isLate = clock.now().getTime() - operation.sentAt.getTime() > lateMs;
      const isRefused = repeated.kind === 'response' && repeated.response.result === 'DECLINED';
      return isRefused && !isLate ? { kind: 'pending' } : repeated;
    },
    forget: (credential) => forgetCard(request, credential),
    check: () => checkHyperswitch(request),
    readEvents: (raw) =>
      readHyperswitchEvents(raw, {
        secret: secrets.hashKey ?? '',
        merchantId: request.settings.merchantId ?? '',
      }),
    lookupDispute: lookupHyperswitchDispute(request),
  };
}

const isPayment = ({ kind }: Pick<SentOperation, 'kind'>): boolean =>
  kind === 'SALE' || kind === 'AUTHORISE' || kind === 'VERIFY';

async function sendPayment(request: ConnectRequest, operation: ProcessorOperation): Promise<SendResult> {
  const now = request.clock.now();
  const reply = await callHyperswitch(request, payment, {
    path: '/payments',
    body: buildPayment(operation, now),
  });
  if (reply.kind === 'not-sent' || reply.kind === 'no-response') return reply;
  const sent = { ...operation, sentAt: now };
  if (reply.kind === 'ok') {
    const result = await readResult(request, sent, reply.body);
    // On our own page only, the card holder can be challenged.
    if (result.kind === 'challenge' && !operation.authenticate) return rejectChallenge(request, sent);
    return result.kind === 'unknown' ? unreadable : result;
  }
  // The id may be taken, by an earlier arrival of ours or by its invalidation; and a refused payment may exist all the same.
  const found = await lookUpPayment(request, sent);
  if (found.kind !== 'unknown') return found;
  return reply.error.code === duplicateCode ? unreadable : refused(reply);
}

const refused = ({ error }: Extract<HyperswitchReply<unknown>, { kind: 'refused' }>): ProcessorReply => ({
  kind: 'response',
  response: refusedRequest(error),
});

/** An authentication that is required is a decline where no page can lead to the issuer. */
async function rejectChallenge(request: ConnectRequest, operation: SentOperation): Promise<SendResult> {
  const result = await cancelPayment(request, operation);
  if (result.kind !== 'response' || result.response.result !== 'FORBIDDEN')
    return result.kind === 'response' ? result : unreadable;
  const response = declined(
    paymentIdOf(operation.reference),
    '1A',
    'The issuer requires an authentication of the card holder',
  );
  return { kind: 'response', response };
}

/** What a payment's state means; another amount than ours is no result. */
async function readResult(
  request: ConnectRequest,
  operation: SentOperation,
  one: Payment,
): Promise<LookupResult> {
  const { currency, sentAt } = operation;
  if (!isOurs(request, one)) return unreadable;
  if (one.amount !== amountOf(operation) || one.currency !== currency) {
    request.log.warn({ reference: operation.reference }, 'Hyperswitch has the payment with another amount');
    return unreadable;
  }
  const state = readPayment(one, operation);
  switch (state.kind) {
    case 'unconfirmed':
      return { kind: 'unknown' };
    case 'challenge': {
      const isOver = request.clock.now().getTime() - sentAt.getTime() >= challengeMs;
      // Unknown, so that the sweeper cancels it.
      return isOver ? { kind: 'unknown' } : state;
    }
    case 'partial':
      return releasePart(request, operation);
    default:
      if (state.kind === 'pending' && one.status !== 'processing')
        request.log.warn({ status: one.status }, 'a payment waits at Hyperswitch');
      return state;
  }
}

/**
 * Whether the account is the connection's. With the key of another one every payment is missing, which must not count as "it has not
 * arrived".
 */
function isOurs({ settings, log }: ConnectRequest, { merchant_id: merchantId }: Payment): boolean {
  if (merchantId === settings.merchantId) return true;
  log.warn({ merchantId }, 'the API key of Hyperswitch is of another merchant account');
  return false;
}

/** The issuer has authorised less than the amount, which is no approval. */
async function releasePart(request: ConnectRequest, { reference }: SentOperation): Promise<LookupResult> {
  const id = paymentIdOf(reference);
  await callHyperswitch(request, anything, {
    path: `/payments/${id}/cancel`,
    body: { cancellation_reason: 'partially authorised' },
  });
  const reply = await readAtRouter(request, id);
  if (reply.kind !== 'ok' || reply.body.status !== 'cancelled') return unreadable;
  return { kind: 'response', response: declined(id, '51', 'Less than the amount was authorised') };
}

const readAtRouter = (request: ConnectRequest, id: string) =>
  callHyperswitch(request, payment, {
    path: `/payments/${encodeURIComponent(id)}?force_sync=true`,
    method: 'GET',
  });

/** 'unknown': it has not arrived, or was never confirmed. */
async function lookUpPayment(request: ConnectRequest, operation: SentOperation): Promise<LookupResult> {
  const reply = await readAtRouter(request, paymentIdOf(operation.reference));
  if (reply.kind === 'ok') return readResult(request, operation, reply.body);
  return reply.kind === 'refused' && reply.isMissing ? { kind: 'unknown' } : noResult(reply);
}

const noResult = (reply: { kind: string }): NoResponse =>
  reply.kind === 'no-response' ? (reply as NoResponse) : unreadable;

/** Takes the id and cancels it: what arrives later is a duplicate, and what has arrived counts. */
async function invalidatePayment(
  request: ConnectRequest,
  operation: SentOperation,
): Promise<InvalidateResult> {
  const taken = await callHyperswitch(request, payment, {
    path: '/payments',
    body: buildOccupation(operation),
  });
  if (taken.kind === 'not-sent' || taken.kind === 'no-response') return noResult(taken);
  if (taken.kind === 'refused') {
    if (taken.error.code !== duplicateCode) return unreadable;
    const found = await lookUpPayment(request, operation);
    if (found.kind === 'challenge') return { kind: 'pending' };
    if (found.kind !== 'unknown') return isForbidden(found) ? { kind: 'forbidden' } : found;
  } else if (!isOurs(request, taken.body)) return unreadable;
  const cancelled = await cancelPayment(request, operation);
  if (isForbidden(cancelled)) return { kind: 'forbidden' };
  return cancelled.kind === 'unknown' || cancelled.kind === 'challenge' ? unreadable : cancelled;
}

const isForbidden = (result: LookupResult): boolean =>
  result.kind === 'response' && result.response.result === 'FORBIDDEN';

/** What the payment is after its cancellation. The response has no content, so it is read. */
async function cancelPayment(request: ConnectRequest, operation: SentOperation): Promise<LookupResult> {
  const reply = await callHyperswitch(request, anything, {
    path: `/payments/${paymentIdOf(operation.reference)}/cancel`,
    body: { cancellation_reason: 'abandoned' },
  });
  return reply.kind === 'ok' || reply.kind === 'refused'
    ? lookUpPayment(request, operation)
    : noResult(reply);
}

/** The release of a payment that was captured at once is a refund. */
const isRefund = ({ kind, related }: SentOperation | ProcessorOperation): boolean =>
  kind === 'REFUND' || (kind === 'VOID' && related?.kind === 'SALE');

/**
 * Captures and releases have no id of their own, but each works once: a payment is captured once, and a cancelled one stays cancelled.
 * A refund has an id. So each can be repeated, and after a refusal the object has the result.
 */
async function sendModification(
  request: ConnectRequest,
  operation: SentOperation | ProcessorOperation,
): Promise<SendResult> {
  const { kind, reference, related } = operation;
  const id = related?.gatewayReference ?? '';
  const [path, body] = isRefund(operation)
    ? [
        '/refunds',
        {
          payment_id: id,
          refund_id: refundIdOf(reference),
          amount: amountOf(operation),
          refund_type: 'instant',
          metadata: { reference },
        },
      ]
    : kind === 'CAPTURE'
      ? [`/payments/${encodeURIComponent(id)}/capture`, { amount_to_capture: amountOf(operation) }]
      : [`/payments/${encodeURIComponent(id)}/cancel`, { cancellation_reason: 'requested_by_customer' }];
  const reply = await callHyperswitch(request, anything, { path, body });
  if (reply.kind === 'not-sent' || reply.kind === 'no-response') return reply;
  const found = await lookUpModification(request, operation, reply.kind === 'ok' ? reply.body : undefined);
  if (found.kind !== 'unknown') return found;
  // A payment that is missing is one of another account: that is no refusal.
  return reply.kind === 'refused' && !reply.isMissing ? refused(reply) : unreadable;
}

/** `answer`: the response to the request, where it has the object. */
async function lookUpModification(
  request: ConnectRequest,
  operation: SentOperation | ProcessorOperation,
  answer?: unknown,
): Promise<LookupResult> {
  const { kind, reference, related } = operation;
  if (isRefund(operation)) {
    const given = refund.safeParse(answer);
    const reply = given.success
      ? ({ kind: 'ok', body: given.data } as const)
      : await callHyperswitch(request, refund, { path: `/refunds/${refundIdOf(reference)}`, method: 'GET' });
    if (reply.kind === 'ok')
      return reply.body.amount === amountOf(operation) ? readRefund(reply.body) : unreadable;
    return reply.kind === 'refused' && reply.isMissing ? { kind: 'unknown' } : noResult(reply);
  }
  const given = payment.safeParse(answer);
  const reply = given.success
    ? ({ kind: 'ok', body: given.data } as const)
    : await readAtRouter(request, related?.gatewayReference ?? '');
  if (reply.kind !== 'ok') return noResult(reply);
  if (!isOurs(request, reply.body)) return unreadable;
  const result = kind === 'CAPTURE' ? readCapture(reply.body, amountOf(operation)) : readRelease(reply.body);
  return result ?? { kind: 'unknown' };
}

/** Of a card that is not there, the router has nothing to delete. */
async function forgetCard(
  request: ConnectRequest,
  credential: string,
): Promise<{ kind: 'forgotten' } | NotSent | NoResponse> {
  const reply = await callHyperswitch(request, anything, {
    path: `/payment_methods/${encodeURIComponent(splitCredential(credential).card)}`,
    method: 'DELETE',
  });
  if (reply.kind === 'ok' || (reply.kind === 'refused' && reply.isMissing)) return { kind: 'forgotten' };
  return reply.kind === 'not-sent' ? reply : noResult(reply);
}

import * as z from 'zod/mini';
import { wallets } from '#shared/payments/wallets.ts';
import {
  type ConnectRequest,
  type ConnectionCheck,
  type InvalidateResult,
  type LookupResult,
  type ProcessorAdapter,
  type ProcessorConnection,
  type ProcessorOperation,
  type SendResult,
  type SentOperation,
  contractVersion,
} from '../adapter.ts';
import { callAdyen, checkoutUrl } from './adyen-client.ts';
import { adyenAppleSessions } from './adyen-apple-pay.ts';
import { adyenThreeDSecure } from './adyen-three-d-secure.ts';
import { adyenDisputes, disputesUrl } from './adyen-disputes.ts';
import { readAdyenEvents } from './adyen-events.ts';
import { joinCredential } from '../stored-credential.ts';
import { adyenSettlements, reportsUrl } from './adyen-settlements.ts';
import {
  adyenCurrencies,
  buildModification,
  buildPayment,
  merchantAccountOf,
  shopperReferenceOf,
} from './adyen-operations.ts';
import {
  modificationResult,
  paymentResult,
  readPaymentResult,
  refusedRequest,
  storedMethod,
} from './adyen-results.ts';

/** Adyen keeps idempotency keys for at least seven days; a repeat after six would be a second operation. */
const replayMs = 6 * 86_400_000;
/** So long the event of an authorisation can take; without one, a cancellation that found nothing is final. */
const eventMs = 15 * 60_000;

/**
 * Adyen, Checkout v72 (docs/processors.md#adyen). Payments have no look-up: their results come by event, and an unknown one is
 * cancelled by our reference and watched. `url` and `disputes` replace Adyen's addresses in tests.
 */
export const adyenAdapter = ({
  url,
  disputes,
}: { url?: string; disputes?: string } = {}): ProcessorAdapter => ({
  contract: contractVersion,
  name: 'adyen',
  settings: [
    { name: 'livePrefix', label: 'Live URL prefix', kind: 'text', required: false, maxLength: 60 },
    { name: 'returnUrl', label: 'Return URL', kind: 'https-url', required: false },
  ],
  accountFields: [
    { name: 'merchantAccount', label: 'Merchant account', kind: 'text', required: true, maxLength: 80 },
    { name: 'store', label: 'Store', kind: 'text', required: false, maxLength: 64 },
  ],
  secrets: [
    { name: 'apiKey', label: 'API key', required: true },
    { name: 'hmacKey', label: 'HMAC key of the webhook', required: true },
    { name: 'webhookUser', label: 'User name of the webhook', required: true },
    { name: 'webhookPassword', label: 'Password of the webhook', required: true },
    { name: 'reportUser', label: 'User name for reports', required: false },
    { name: 'reportPassword', label: 'Password for reports', required: false },
  ],
  connect: (request) =>
    connectAdyen(request, url ?? checkoutUrl(request.mode, request.settings.livePrefix ?? ''), {
      disputes: disputes ?? disputesUrl(request.mode),
      reports: url === undefined ? reportsUrl(request.mode) : new URL(url).origin,
    }),
});

function connectAdyen(
  request: ConnectRequest,
  url: string,
  { disputes, reports }: { disputes: string; reports: string },
): ProcessorConnection {
  const { secrets, settings, eventUrl, clock } = request;
  const returnUrl = settings.returnUrl ?? eventUrl;
  const modify = (operation: SentOperation) => sendModification(request, url, operation);
  const user = `${secrets.webhookUser ?? ''}:${secrets.webhookPassword ?? ''}`;
  const basicAuth = `Basic ${Buffer.from(user).toString('base64')}`;
  return {
    capabilities: {
      operations: {
        SALE: 'cancel-and-watch',
        AUTHORISE: 'cancel-and-watch',
        VERIFY: 'cancel-and-watch',
        CAPTURE: 'replay',
        VOID: 'replay',
        REFUND: 'replay',
      },
      currencies: adyenCurrencies,
      wallets,
    },
    send: (operation) =>
      isPayment(operation)
        ? sendPayment(request, url, operation, returnUrl)
        : modify({ ...operation, sentAt: clock.now() }),
    lookup: (operation) => lookUpEvents(request, operation),
    invalidate: async (operation) => {
      const age = clock.now().getTime() - operation.sentAt.getTime();
      if (isPayment(operation)) return cancelPayment(request, url, operation, age);
      if (age > replayMs) return { kind: 'pending' };
      const repeated = await modify(operation);
      return repeated.kind === 'not-sent' || repeated.kind === 'challenge'
        ? { kind: 'no-response', why: 'connection' }
        : repeated;
    },
    tokenize: async (card, { reference, account }) => {
      const shopperReference = `shopper-${reference}`;
      const { pan, expiry, cv2, holderName } = card;
      const reply = await callAdyen(request, storedMethod, {
        url: `${url}/storedPaymentMethods`,
        key: crypto.randomUUID(),
        body: {
          merchantAccount: merchantAccountOf({ account }),
          shopperReference,
          recurringProcessingModel: 'CardOnFile',
          paymentMethod: {
            type: 'scheme',
            number: pan,
            expiryMonth: expiry.slice(0, 2),
            expiryYear: `20${expiry.slice(2)}`,
            ...(cv2 ? { cvc: cv2 } : {}),
            ...(holderName ? { holderName } : {}),
          },
        },
      });
      if (reply.kind === 'ok')
        return { kind: 'kept', credential: joinCredential(shopperReference, reply.body.id) };
      return reply.kind === 'refused' ? { kind: 'no-response', why: 'connection' } : reply;
    },
    check: (account) => checkAdyen(request, url, account),
    threeDSecure: adyenThreeDSecure(request, url, returnUrl),
    readEvents: (raw) => readAdyenEvents(raw, { hmacKey: secrets.hmacKey ?? '', basicAuth }),
    disputes: adyenDisputes(request, disputes),
    applePay: adyenAppleSessions(request, url),
    googlePay: ({ merchantAccount }) =>
      merchantAccount ? { gateway: 'adyen', gatewayMerchantId: merchantAccount } : undefined,
    settlements: adyenSettlements(request, reports),
  };
}

const isPayment = ({ kind }: Pick<SentOperation, 'kind'>): boolean =>
  kind === 'SALE' || kind === 'AUTHORISE' || kind === 'VERIFY';

async function sendPayment(
  request: ConnectRequest,
  url: string,
  operation: ProcessorOperation,
  returnUrl: string,
): Promise<SendResult> {
  const reply = await callAdyen(request, paymentResult, {
    url: `${url}/payments`,
    key: operation.reference,
    body: buildPayment(operation, returnUrl),
  });
  if (reply.kind === 'refused') return { kind: 'response', response: refusedRequest(reply) };
  if (reply.kind !== 'ok') return reply;
  const result = readPaymentResult(reply.body, shopperReferenceOf(operation));
  switch (result.kind) {
    case 'unreadable':
      request.log.warn({ resultCode: reply.body.resultCode }, 'Adyen sent an unknown result code');
      return { kind: 'no-response', why: 'connection' };
    case 'cancel':
      await requestCancellation(request, url, operation);
      return { kind: 'response', response: result.response };
    case 'release':
      await sendModification(request, url, {
        ...operation,
        kind: 'VOID',
        reference: `${operation.reference}-P`,
        related: {
          reference: operation.reference,
          gatewayReference: result.response.gatewayReference,
          kind: 'AUTHORISE',
        },
        sentAt: request.clock.now(),
      });
      return { kind: 'response', response: result.response };
    default:
      return result;
  }
}

/** A release of what may have been captured meanwhile is a reversal. */
const paths: Partial<Record<SentOperation['kind'], string>> = {
  CAPTURE: 'captures',
  REFUND: 'refunds',
  VOID: 'cancels',
};

async function sendModification(
  request: ConnectRequest,
  url: string,
  operation: SentOperation,
): Promise<SendResult> {
  const { kind, related, reference } = operation;
  const path = kind === 'VOID' && related?.kind === 'SALE' ? 'reversals' : (paths[kind] ?? 'cancels');
  const reply = await callAdyen(request, modificationResult, {
    url: `${url}/payments/${encodeURIComponent(related?.gatewayReference ?? '')}/${path}`,
    key: reference,
    body: buildModification(operation),
  });
  if (reply.kind === 'ok') return { kind: 'pending' };
  return reply.kind === 'refused' ? { kind: 'response', response: refusedRequest(reply) } : reply;
}

/** What was cancelled moves nothing, whatever was reported of it; and an approval counts only once its cancellation has failed. */
async function lookUpEvents(
  { events }: ConnectRequest,
  { reference, isInvalidating = false }: SentOperation,
): Promise<LookupResult> {
  const found = await events.find(reference);
  const endings = found.flatMap((event) => (event.kind === 'invalidation' ? [event.success] : []));
  if (endings.includes(true)) return { kind: 'response', response: forbidden };
  const result = found.findLast((event) => event.kind === 'result');
  if (result?.kind !== 'result') return { kind: 'unknown' };
  const counts = !isInvalidating || endings.length > 0 || result.response.result !== 'APPROVED';
  return counts ? { kind: 'response', response: result.response } : { kind: 'unknown' };
}

const forbidden = {
  result: 'FORBIDDEN',
  statusCode: '',
  message: 'Cancelled before it was authorised',
  gatewayReference: '',
  addressCheck: 'NOT_CHECKED',
  postcodeCheck: 'NOT_CHECKED',
  cv2Check: 'NOT_CHECKED',
} as const;

/** A cancellation that found nothing is final once no event of an authorisation can be on its way; it is watched then. */
async function cancelPayment(
  request: ConnectRequest,
  url: string,
  operation: SentOperation,
  age: number,
): Promise<InvalidateResult> {
  const found = await request.events.find(operation.reference);
  const hasFailed = found.some((event) => event.kind === 'invalidation' && !event.success);
  if (hasFailed) return age > eventMs ? { kind: 'forbidden', watched: true } : { kind: 'requested' };
  const reply = await requestCancellation(request, url, operation);
  if (reply.kind === 'ok') return { kind: 'requested' };
  return { kind: 'no-response', why: reply.kind === 'no-response' ? reply.why : 'connection' };
}

const requestCancellation = (
  request: ConnectRequest,
  url: string,
  operation: Pick<SentOperation, 'reference' | 'account'>,
) =>
  callAdyen(request, modificationResult, {
    url: `${url}/cancels`,
    key: `${operation.reference}-C`,
    body: {
      merchantAccount: merchantAccountOf(operation),
      paymentReference: operation.reference,
      reference: operation.reference,
    },
  });

/** Asks for the brand of a card number's beginning, which needs the key and the merchant account and moves nothing. */
async function checkAdyen(
  request: ConnectRequest,
  url: string,
  account: Readonly<Record<string, string>> | undefined,
): Promise<ConnectionCheck[]> {
  const events: ConnectionCheck = {
    name: 'events',
    result: 'not-testable',
    detail: 'Send a test event from the Customer Area to this connection’s event address',
  };
  if (!account)
    return [
      { name: 'account', result: 'not-testable', detail: 'No installation has a merchant account yet' },
      events,
    ];
  const reply = await callAdyen(request, z.object({}), {
    url: `${url}/cardDetails`,
    key: crypto.randomUUID(),
    body: { merchantAccount: merchantAccountOf({ account }), cardNumber: '411111' },
  });
  const passed = (name: string, detail: string): ConnectionCheck => ({ name, result: 'passed', detail });
  const failed = (name: string, detail: string): ConnectionCheck => ({ name, result: 'failed', detail });
  switch (reply.kind) {
    case 'ok':
      return [
        passed('connection', 'Adyen responds'),
        passed('credentials', 'Adyen accepts the API key'),
        passed('account', 'The API key may use the merchant account'),
        events,
      ];
    case 'refused':
      return [
        passed('connection', 'Adyen responds'),
        failed('account', `Adyen refuses the merchant account: ${reply.message}`.slice(0, 200)),
        events,
      ];
    case 'not-sent':
      return reply.why === 'credentials'
        ? [passed('connection', 'Adyen responds'), failed('credentials', 'Adyen refuses the API key'), events]
        : [failed('connection', 'No connection could be made'), events];
    default:
      return [failed('connection', 'Adyen sent no response that can be read'), events];
  }
}

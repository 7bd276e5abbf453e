import * as z from 'zod/mini';
import { maskCardNumbers } from '#shared/card-number.ts';
import {
  type ConnectRequest,
  type NoResponse,
  type NotSent,
  type ProcessorAdapter,
  type ProcessorConnection,
  type ProcessorReply,
  type ProcessorResponse,
  type ProcessorSource,
  type SentOperation,
  type StillPending,
  contractVersion,
} from '../adapter.ts';
import { cachedCapabilities, checkConnection } from './capabilities.ts';
import { type Channel, noAnswer, openChannel, parseJson } from './channel.ts';
import { httpAppleSessions } from './http-apple-pay.ts';
import { httpDisputes } from './http-disputes.ts';
import { httpSettlements } from './http-settlements.ts';
import { httpThreeDSecure } from './http-three-d-secure.ts';
import {
  type ReplyOfOperation,
  cardReply,
  eventsRequest,
  forgetReply,
  invalidateReply,
  lookupReply,
  sendReply,
} from './protocol.ts';

/**
 * Our side of the adapter protocol: any processor, behind an HTTP service in any language
 * (docs/processors.md#adapter-protocol).
 */
export const httpAdapter: ProcessorAdapter = {
  contract: contractVersion,
  name: 'http',
  settings: [
    { name: 'url', label: 'Address of the adapter', kind: 'https-url', required: true, maxLength: 500 },
    { name: 'cardKey', label: 'Public key for cards (JWK)', kind: 'text', required: true, maxLength: 2000 },
  ],
  accountFields: [{ name: 'account', label: 'Merchant account', kind: 'text', required: false }],
  secrets: [{ name: 'signingSecret', label: 'Signing secret (whsec_…)', required: true }],
  connect: connectHttp,
};

function connectHttp(request: ConnectRequest): ProcessorConnection {
  const channel = openChannel(request);
  const known = cachedCapabilities(channel, request);
  const threeDSecure = httpThreeDSecure(channel);
  const disputes = httpDisputes(channel);
  const settlements = httpSettlements(channel);
  const appleSessions = httpAppleSessions(channel);
  return {
    get capabilities() {
      return known.capabilities();
    },
    get threeDSecure() {
      return known.hasThreeDSecure() ? threeDSecure : undefined;
    },
    get disputes() {
      return known.hasDisputes() ? disputes : undefined;
    },
    get settlements() {
      return known.hasSettlements() ? settlements : undefined;
    },
    get applePay() {
      return known.opensAppleSessions() ? appleSessions : undefined;
    },
    googlePay(account) {
      const { gateway, gatewayMerchantId = account.account } = known.googlePay() ?? {};
      return gateway === undefined || gatewayMerchantId === undefined
        ? undefined
        : { gateway, gatewayMerchantId };
    },
    ready: known.ready,
    async send(operation) {
      const { source } = operation;
      const encrypted = source && encryptSource(source, channel);
      if (encrypted && 'kind' in encrypted) return encrypted;
      const body = { ...pick(operation, ...sentFields, ...newFields), source: encrypted };
      const answer = await channel.call('POST', '/v1/operations', sendReply, body);
      const pan = source && 'card' in source ? source.card.pan : undefined;
      return readReply(answer, operation, request, pan);
    },
    async lookup(operation) {
      const answer = await channel.call('GET', operationPath(operation), lookupReply);
      return readReply(certain(answer), operation, request);
    },
    async invalidate(operation) {
      const body = { ...pick(operation, ...sentFields), sentAt: operation.sentAt.toISOString() };
      const path = `${operationPath(operation)}/invalidate`;
      const answer = await channel.call('POST', path, invalidateReply, body);
      return readReply(certain(answer), operation, request);
    },
    async tokenize(card, owner) {
      const encrypted = channel.encrypt(card);
      if (typeof encrypted !== 'string') return encrypted;
      return channel.call('POST', '/v1/cards', cardReply, { card: encrypted, owner });
    },
    forget: (credential) =>
      channel.call('DELETE', `/v1/cards/${encodeURIComponent(credential)}`, forgetReply),
    check: () => checkConnection(channel, request),
    readEvents({ headers, body }) {
      const text = body.toString('utf8');
      if (!channel.isFromAdapter(headers, text)) return 'rejected';
      const parsed = z.safeParse(eventsRequest, parseJson(text));
      if (!parsed.success) return 'rejected';
      return parsed.data.events.map(({ at, ...event }) => ({
        ...(event.kind === 'result' ? { ...event, response: masked(event.response) } : event),
        ...(at === undefined ? {} : { at }),
      }));
    },
  };
}

/** By name: what is only spread could contain a card. */
const sentFields = ['reference', 'kind', 'amountMinor', 'currency', 'related', 'account'] as const;
const newFields = [
  'address',
  'initiator',
  'channel',
  'agreement',
  'keepsCard',
  'payer',
  'descriptor',
  'mcc',
  'threeDSecure',
  'exemption',
] as const;

const pick = <T extends object, K extends keyof T>(from: T, ...names: K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;

const operationPath = ({ reference }: SentOperation): string =>
  `/v1/operations/${encodeURIComponent(reference)}`;

/** Card number, security code and a wallet's token leave us as a JWE only. */
function encryptSource(
  source: ProcessorSource,
  { encrypt }: Channel,
): { card: string } | { wallet: string } | { credential: string; cv2?: string } | NotSent {
  if ('card' in source) {
    const card = encrypt(source.card);
    return typeof card === 'string' ? { card } : card;
  }
  if ('wallet' in source) {
    const wallet = encrypt(source.wallet);
    return typeof wallet === 'string' ? { wallet } : wallet;
  }
  const { credential, cv2 } = source;
  if (cv2 === undefined) return { credential };
  const encrypted = encrypt({ cv2 });
  return typeof encrypted === 'string' ? { credential, cv2: encrypted } : encrypted;
}

/** What was sent once is never certain not to have arrived because a later call did not leave. */
const certain = <T extends { kind: string }>(answer: T | NotSent): T | NoResponse =>
  answer.kind === 'not-sent' ? noAnswer : (answer as T);

/** The message is free text, shown to merchants. */
const masked = (response: ProcessorResponse): ProcessorResponse => ({
  ...response,
  message: maskCardNumbers(response.message),
});

type Answer = ReplyOfOperation | NotSent | NoResponse;
type Read<A extends Answer> =
  | Exclude<A, { reference: string }>
  | (Extract<A, { kind: 'response' }> extends never ? never : ProcessorReply)
  | (Extract<A, { kind: 'pending' }> extends never ? never : StillPending)
  | (Extract<A, { kind: 'unknown' }> extends never ? never : { kind: 'unknown' })
  | (Extract<A, { kind: 'forbidden' }> extends never ? never : { kind: 'forbidden' });

/** An answer about another reference, amount or currency is none: it would settle what was not requested. */
function readReply<A extends Answer>(
  answer: A,
  operation: Pick<SentOperation, 'reference' | 'amountMinor' | 'currency'>,
  { log }: Pick<ConnectRequest, 'log'>,
  pan?: string,
): Read<A> | NoResponse {
  if (!('reference' in answer)) return answer as Read<A>;
  const { reference, kind } = answer;
  const isSameAmount =
    answer.kind !== 'response' ||
    (answer.amountMinor === operation.amountMinor && answer.currency === operation.currency);
  if (reference !== operation.reference || !isSameAmount) {
    log.warn({ reference: operation.reference }, 'the adapter answered about another operation');
    return noAnswer;
  }
  if (answer.kind !== 'response') return { kind } as Read<A>;
  const response = masked(answer.response);
  if (pan !== undefined && JSON.stringify(response).includes(pan)) {
    log.warn({ reference }, 'the adapter put the card number into its answer');
    return noAnswer;
  }
  return { kind: 'response', response } as Read<A>;
}

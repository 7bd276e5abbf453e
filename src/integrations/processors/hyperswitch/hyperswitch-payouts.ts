import * as z from 'zod/mini';
import type {
  CardSource,
  ConnectRequest,
  InvalidateResult,
  LookupResult,
  NoResponse,
  NotSent,
  Prepared,
  ProcessorOperation,
  ProcessorReply,
  ProcessorResponse,
  SendResult,
  SentOperation,
} from '../adapter.ts';
import { callHyperswitch, unreadable } from './hyperswitch-client.ts';
import { failureCode } from './hyperswitch-codes.ts';
import { amountOf, buildBilling } from './hyperswitch-requests.ts';
import { declined, done, forbidden, refusedRequest } from './hyperswitch-results.ts';

/*
 * Payouts to cards (docs/processors.md#hyperswitch). The router chooses the id of a payout, so it is created first, without a card and
 * unconfirmed, and its id is stored before it is confirmed.
 */

const text = z.optional(z.nullable(z.string()));

/** The parts of a payout that we read. */
export const payout = z.object({
  payout_id: z.string().check(z.minLength(1)),
  merchant_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  client_secret: text,
  connector: text,
  error_code: text,
  error_message: text,
});
export type Payout = z.infer<typeof payout>;

/**
 * The router calls the connector before it writes what came of it: a confirmation that is on its way can still pay out a payout that was
 * cancelled meanwhile. After this time there is none.
 */
const confirmationMs = 15 * 60_000;

const reply = (response: ProcessorResponse): ProcessorReply => ({ kind: 'response', response });

/** 'unconfirmed': it has moved nothing, and can still be confirmed or fulfilled. */
export function readPayout(one: Payout): ProcessorReply | { kind: 'pending' } | { kind: 'unconfirmed' } {
  const { payout_id: id, status, connector } = one;
  switch (status) {
    case 'success':
      return reply({ ...done(id, 'Paid out'), ...(connector ? { acquirerName: connector } : {}) });
    case 'failed':
    case 'ineligible':
    case 'expired':
    case 'reversed':
      return reply(failedPayout(one));
    case 'cancelled':
      return reply(forbidden(id));
    case 'initiated':
    case 'pending':
      return { kind: 'pending' };
    default:
      return status.startsWith('requires_') ? { kind: 'unconfirmed' } : { kind: 'pending' };
  }
}

function failedPayout({
  payout_id: id,
  status,
  connector,
  error_code: errorCode,
  error_message: message,
}: Payout) {
  const { statusCode } = failureCode({ connector, errorCode });
  const response = declined(id, errorCode ? statusCode : '57', message ?? `The payout is ${status}`);
  return { ...response, ...(connector ? { acquirerName: connector } : {}) };
}

/** Creates the payout. The card is not sent yet. */
export async function preparePayout(
  request: ConnectRequest,
  operation: ProcessorOperation,
): Promise<Prepared | ProcessorReply | NotSent | NoResponse> {
  const { source, reference, currency, account, descriptor } = operation;
  // What the router keeps of payments is no payout method in its document.
  if (!source || !('card' in source))
    return reply(declined('', '57', 'Hyperswitch pays out to the number of a card only'));
  if (holderOf(source.card, operation) === '')
    return reply(declined('', '30', 'A payout needs the name of the card holder'));
  const created = await callHyperswitch(request, payout, {
    path: '/payouts/create',
    body: {
      amount: amountOf(operation),
      currency,
      merchant_order_reference_id: reference,
      metadata: { reference },
      confirm: false,
      payout_type: 'card',
      entity_type: 'Individual',
      ...(descriptor ? { description: descriptor } : {}),
      ...(account.profileId ? { profile_id: account.profileId } : {}),
    },
  });
  if (created.kind === 'refused') return reply(refusedRequest(created.error));
  if (created.kind !== 'ok') return created;
  return isOurs(request, operation, created.body)
    ? { kind: 'prepared', handle: created.body.payout_id }
    : unreadable;
}

const holderOf = (card: CardSource, { payer = {} }: ProcessorOperation): string =>
  (card.holderName ?? payer.name ?? '').trim();

/** Confirms the payout with the card, once. */
export async function sendPayout(
  request: ConnectRequest,
  operation: ProcessorOperation,
): Promise<SendResult> {
  const { source, handle = '' } = operation;
  if (!source || !('card' in source)) return { kind: 'not-sent', why: 'unavailable' };
  // The document requires a secret that only the payout has. Without it nothing was confirmed.
  const read = await readAtRouter(request, handle);
  const secret = read.kind === 'ok' ? read.body.client_secret : undefined;
  if (!secret) return read.kind === 'not-sent' ? read : { kind: 'not-sent', why: 'unavailable' };
  const { pan, expiry } = source.card;
  const confirmed = await callHyperswitch(request, payout, {
    path: `/payouts/${encodeURIComponent(handle)}/confirm`,
    body: {
      client_secret: secret,
      auto_fulfill: true,
      payout_type: 'card',
      payout_method_data: {
        card: {
          card_number: pan,
          expiry_month: expiry.slice(0, 2),
          expiry_year: expiry.slice(2),
          card_holder_name: holderOf(source.card, operation),
        },
      },
      billing: buildBilling(operation),
    },
  });
  if (confirmed.kind === 'not-sent' || confirmed.kind === 'no-response') return confirmed;
  const sent = { ...operation, sentAt: request.clock.now() };
  if (confirmed.kind === 'ok') return asResult(readOurs(request, sent, confirmed.body));
  // A refused confirmation has moved nothing, and no other one follows.
  const found = await lookUpPayout(request, sent);
  return found.kind === 'unknown' ? reply(refusedRequest(confirmed.error)) : asResult(found);
}

const asResult = (found: LookupResult): SendResult => (found.kind === 'unknown' ? unreadable : found);

const readAtRouter = (request: ConnectRequest, id: string) =>
  callHyperswitch(request, payout, {
    path: `/payouts/${encodeURIComponent(id)}?force_sync=true`,
    method: 'GET',
  });

/** 'unknown': it was not confirmed, or waits to be fulfilled, which we do not do. */
export async function lookUpPayout(request: ConnectRequest, operation: SentOperation): Promise<LookupResult> {
  if (operation.handle === undefined) return { kind: 'unknown' };
  const found = await readAtRouter(request, operation.handle);
  if (found.kind === 'ok') return readOurs(request, operation, found.body);
  return found.kind === 'no-response' ? found : unreadable;
}

/** Cancels the payout. It is certain after the time in which a confirmation can be on its way. */
export async function invalidatePayout(
  request: ConnectRequest,
  operation: SentOperation,
): Promise<InvalidateResult> {
  const { handle } = operation;
  if (handle === undefined) return { kind: 'forbidden' };
  const cancelled = await callHyperswitch(request, z.looseObject({}), {
    path: `/payouts/${encodeURIComponent(handle)}/cancel`,
    body: { payout_id: handle },
  });
  if (cancelled.kind === 'not-sent') return unreadable;
  if (cancelled.kind === 'no-response') return cancelled;
  const found = await lookUpPayout(request, operation);
  if (found.kind === 'unknown' || found.kind === 'challenge') return unreadable;
  return found.kind === 'response' && found.response.result === 'FORBIDDEN' ? { kind: 'forbidden' } : found;
}

function readOurs(request: ConnectRequest, operation: SentOperation, one: Payout): LookupResult {
  if (!isOurs(request, operation, one)) return unreadable;
  const state = readPayout(one);
  if (state.kind === 'unconfirmed') return { kind: 'unknown' };
  const isCancelled = state.kind === 'response' && state.response.result === 'FORBIDDEN';
  const isOver = request.clock.now().getTime() - operation.sentAt.getTime() >= confirmationMs;
  return isCancelled && !isOver ? { kind: 'pending' } : state;
}

/** A payout of another account, amount or currency is no result of ours. */
function isOurs(
  { settings, log }: ConnectRequest,
  operation: Pick<SentOperation, 'reference' | 'amountMinor' | 'currency'>,
  { merchant_id: merchantId, amount, currency }: Payout,
): boolean {
  const isSame =
    merchantId === settings.merchantId && amount === amountOf(operation) && currency === operation.currency;
  if (!isSame)
    log.warn({ reference: operation.reference, merchantId }, 'Hyperswitch answered about another payout');
  return isSame;
}

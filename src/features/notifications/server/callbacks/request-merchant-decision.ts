import type { WebAnswer } from '#integrations/web/web-client.ts';
import type { Services } from '#server/services.ts';
import { contentTypes, notificationBody } from '../../notification-body.ts';
import {
  type MerchantAnswer,
  type MerchantRedirect,
  type QuestionName,
  type MerchantVerdict,
  availableActions,
  decisionIn,
} from '../../merchant-decision.ts';
import type { CallbackTarget } from '../outbox/queue-notification.ts';
import { type SecretStatus, signedHeaders } from '../outbox/sign-notification.ts';

export interface CallbackRequest {
  name: QuestionName;
  txnId: number;
  installationId: number;
  secret: SecretStatus;
  target: CallbackTarget;
  /** The transaction as the merchant API would show it. */
  contents: object;
  /** How often the merchant has answered SUSPEND_REPLAY to it: each turn is a question of its own. */
  turn?: number;
}

/** What a shop has to say of one payment; 'TIMEOUT' when nobody answered. */
export type MerchantDecision = MerchantVerdict | 'TIMEOUT';

/** The reply with the page that the payer of a suspended payment continues at. */
export interface MerchantReply {
  action: MerchantDecision;
  redirect?: MerchantRedirect;
}

/** An answer is one word; whoever sends much more has misunderstood. */
const maxBytes = 16_384;

/**
 * Asks a shop whether a payment may go on, and waits for it, but not for long. Never throws, follows no redirect, and
 * must be called outside of every transaction. The same question can come twice, under one `x-countinghouse-callback`.
 */
export async function requestMerchantDecision(
  { clock, config, keys, log, webClient }: Pick<Services, 'clock' | 'config' | 'keys' | 'log' | 'webClient'>,
  { name, txnId, installationId, secret, target, contents, turn = 0 }: CallbackRequest,
): Promise<MerchantReply> {
  const asked = { availableActions: { action: availableActions[name] }, ...contents };
  const body = notificationBody(target.format, asked, `${name}Request`);
  const answer = await webClient.send({
    method: 'POST',
    url: target.url,
    headers: {
      'content-type': contentTypes[target.format],
      'user-agent': 'Countinghouse-Callback',
      'x-countinghouse-callback': `${txnId}${turn > 0 ? `.${turn}` : ''}-${name}`,
      ...signedHeaders(keys, installationId, secret, body, clock.now()),
    },
    body,
    timeoutMs: config.callbackTimeoutMs,
    maxBytes,
  });
  const reply = parseDecision(name, target, answer);
  if (reply.action === 'INVALID_RESPONSE' || reply.action === 'TIMEOUT') {
    const result = answer.kind === 'answer' ? answer.status : answer.why;
    log.warn({ transactionId: txnId, question: name, result }, 'a shop did not decide about a payment');
  }
  return reply;
}

function parseDecision(
  name: QuestionName,
  { format }: CallbackTarget,
  answer: WebAnswer,
): MerchantAnswer | { action: 'TIMEOUT' } {
  if (answer.kind !== 'answer') return { action: 'TIMEOUT' };
  const isGood = answer.status >= 200 && answer.status < 300;
  return isGood ? decisionIn(name, format, answer.body) : { action: 'INVALID_RESPONSE' };
}

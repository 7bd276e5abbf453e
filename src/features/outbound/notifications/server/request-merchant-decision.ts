import { realTimeOf } from '#server/time/test-clock.ts';
import type { WebResponse } from '#integrations/web/web-client.ts';
import type { Services } from '#server/services.ts';
import { contentTypes, notificationBody } from '../notification-body.ts';
import {
  type MerchantResponse,
  type MerchantRedirect,
  type DecisionCallback,
  type MerchantVerdict,
  availableActions,
  parseMerchantDecision,
} from '../merchant-decision.ts';
import type { CallbackTarget } from './queue-notification.ts';
import { sendTraced } from './send-message.ts';
import { type SecretStatus, signedHeaders } from './sign-notification.ts';

export interface CallbackRequest {
  name: DecisionCallback;
  txnId: number;
  installationId: number;
  secret: SecretStatus;
  target: CallbackTarget;
  /** The transaction in the merchant API's format. */
  contents: object;
  /** How often the merchant has responded SUSPEND_REPLAY: each replay is a new callback. */
  replays?: number;
}

/** The merchant's decision about a payment; 'TIMEOUT' without a response. */
type MerchantDecision = MerchantVerdict | 'TIMEOUT';

/** The decision, with the page where the payer of a suspended payment continues. */
export interface MerchantReply {
  action: MerchantDecision;
  redirect?: MerchantRedirect;
}

/** The maximum of a response, which contains little more than an action. */
const maxBytes = 16_384;

/**
 * Sends a callback and waits for the merchant's decision up to the timeout. Never throws and follows no redirect. Must
 * run outside database transactions. A repeated callback has the same `x-countinghouse-callback`.
 */
export async function requestMerchantDecision(
  { clock, config, keys, log, webClient }: Pick<Services, 'clock' | 'config' | 'keys' | 'log' | 'webClient'>,
  { name, txnId, installationId, secret, target, contents, replays = 0 }: CallbackRequest,
): Promise<MerchantReply> {
  const contentsWithActions = { availableActions: { action: availableActions[name] }, ...contents };
  const body = notificationBody(target.format, contentsWithActions, `${name}Request`);
  const response = await sendTraced(webClient, `callback ${name}`, {
    method: 'POST',
    url: target.url,
    headers: {
      'content-type': contentTypes[target.format],
      'user-agent': 'Countinghouse-Callback',
      'x-countinghouse-callback': `${txnId}${replays > 0 ? `.${replays}` : ''}-${name}`,
      ...signedHeaders(keys, installationId, secret, body, realTimeOf(clock.now())),
    },
    body,
    timeoutMs: config.callbackTimeoutMs,
    maxBytes,
  });
  const reply = parseDecision(name, target, response);
  if (reply.action === 'INVALID_RESPONSE' || reply.action === 'TIMEOUT') {
    const result = response.kind === 'response' ? response.status : response.why;
    log.warn({ transactionId: txnId, question: name, result }, 'callback without a decision');
  }
  return reply;
}

function parseDecision(
  name: DecisionCallback,
  { format }: CallbackTarget,
  response: WebResponse,
): MerchantResponse | { action: 'TIMEOUT' } {
  if (response.kind !== 'response') return { action: 'TIMEOUT' };
  const isSuccess = response.status >= 200 && response.status < 300;
  return isSuccess ? parseMerchantDecision(name, format, response.body) : { action: 'INVALID_RESPONSE' };
}

import * as z from 'zod/mini';
import type { ConnectRequest, NoResponse, NotSent } from '../adapter.ts';

/** Checkout v72. `livePrefix` is the company's own part of the live address. */
export const checkoutUrl = (mode: ConnectRequest['mode'], livePrefix: string): string =>
  mode === 'TEST'
    ? 'https://checkout-test.adyen.com/v72'
    : `https://${livePrefix}-checkout-live.adyenpayments.com/checkout/v72`;

const serviceError = z.object({ errorCode: z.optional(z.string()), message: z.optional(z.string()) });

/** A body that our schema has read, or why there is none. */
type AdyenReply<T> =
  | { kind: 'ok'; body: T }
  /** 400 and 422: Adyen has understood and refused it. */
  | { kind: 'refused'; errorCode: string; message: string }
  | NotSent
  | NoResponse;

/** Another request with the same key is in progress. */
const keyInProgress = '704';

/**
 * One request with an idempotency key. A failure before anything left us, refused credentials and an error that Adyen marks as
 * transient are not sent; every other missing or unreadable response leaves the result unknown.
 */
export async function callAdyen<T>(
  { http, secrets, timeoutMs, log }: Pick<ConnectRequest, 'http' | 'secrets' | 'timeoutMs' | 'log'>,
  schema: z.ZodMiniType<T>,
  request: { url: string; key: string; body?: object; method?: 'POST' | 'GET' | 'DELETE' },
): Promise<AdyenReply<T>> {
  const { url, key, body, method = 'POST' } = request;
  const response = await http.send({
    method,
    url,
    timeoutMs,
    headers: {
      'content-type': 'application/json',
      'x-api-key': secrets.apiKey ?? '',
      ...(method === 'POST' ? { 'idempotency-key': key } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (response.kind === 'refused') return { kind: 'not-sent', why: 'address' };
  if (response.kind === 'failed') {
    if (!response.isSent) return { kind: 'not-sent', why: 'connection' };
    return { kind: 'no-response', why: response.why === 'timeout' ? 'timeout' : 'connection' };
  }
  const { status, headers = {} } = response;
  if (status === 401 || status === 403) return { kind: 'not-sent', why: 'credentials' };
  if (status === 429 || headers['transient-error'] === 'true') return { kind: 'not-sent', why: 'busy' };
  const json = parseJson(response.body);
  if (status === 400 || status === 422) {
    const error = serviceError.safeParse(json);
    if (!error.success || error.data.errorCode === keyInProgress) return unreadable;
    return { kind: 'refused', errorCode: error.data.errorCode ?? '', message: error.data.message ?? '' };
  }
  const parsed = status >= 200 && status < 300 ? schema.safeParse(json) : undefined;
  if (parsed?.success) return { kind: 'ok', body: parsed.data };
  log.warn({ status }, 'Adyen sent a response that cannot be read');
  return unreadable;
}

const unreadable: NoResponse = { kind: 'no-response', why: 'connection' };

function parseJson(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

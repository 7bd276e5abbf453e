import * as z from 'zod/mini';
import type { ConnectRequest, NoResponse, NotSent } from '../adapter.ts';

/** Pinned: another version changes names and meanings. */
export const stripeVersion = '2026-10-28';

/** Parameters as Stripe names them; undefined ones are left out. */
export interface Form {
  [name: string]: string | number | boolean | undefined | Form | readonly string[];
}

/** The form that Stripe reads: `payment_method_data[card][number]=…`. */
function encodeForm(form: Form): string {
  const params = new URLSearchParams();
  const add = (name: string, value: Form[string]): void => {
    if (value === undefined) return;
    if (Array.isArray(value)) value.forEach((one: string, index) => params.append(`${name}[${index}]`, one));
    else if (typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner as Form[string]);
    else params.append(name, String(value));
  };
  for (const [name, value] of Object.entries(form)) add(name, value);
  return params.toString();
}

/** Present and null where Stripe has no value. */
const text = z.optional(z.nullable(z.string()));

const stripeError = z.object({
  error: z.object({
    type: text,
    code: text,
    decline_code: text,
    network_decline_code: text,
    network_advice_code: text,
    message: text,
    payment_intent: z.optional(z.nullable(z.object({ id: z.string() }))),
  }),
});
export type StripeError = z.infer<typeof stripeError>['error'];

export type StripeReply<T> =
  | { kind: 'ok'; body: T }
  /** 402: the card was declined. 400 and 404: the request was refused. */
  | { kind: 'declined' | 'refused'; error: StripeError }
  | NotSent
  | NoResponse;

/**
 * One request. A failure before anything left us, refused credentials and rate limits are not sent; a key that is in use, a
 * lock and every response that cannot be read leave the result unknown.
 */
export async function callStripe<T>(
  { http, secrets, timeoutMs, log }: Pick<ConnectRequest, 'http' | 'secrets' | 'timeoutMs' | 'log'>,
  schema: z.ZodMiniType<T>,
  request: {
    url: string;
    key?: string;
    form?: Form;
    /** In place of a form: a file with its own content type. */
    upload?: { contentType: string; body: Uint8Array };
    method?: 'GET' | 'POST';
    account?: string | undefined;
    maxBytes?: number;
  },
): Promise<StripeReply<T>> {
  const { url, key, form, upload, account, method = 'POST', maxBytes = 262_144 } = request;
  const contentType = upload?.contentType ?? 'application/x-www-form-urlencoded';
  const response = await http.send({
    method,
    url,
    timeoutMs,
    maxBytes,
    headers: {
      authorization: `Bearer ${secrets.secretKey ?? ''}`,
      'stripe-version': stripeVersion,
      ...(key ? { 'idempotency-key': key } : {}),
      ...(account ? { 'stripe-account': account } : {}),
      ...(method === 'POST' ? { 'content-type': contentType } : {}),
    },
    ...(form ? { body: encodeForm(form) } : {}),
    ...(upload ? { bytes: upload.body } : {}),
  });
  if (response.kind === 'refused') return { kind: 'not-sent', why: 'address' };
  if (response.kind === 'failed') {
    if (!response.isSent) return { kind: 'not-sent', why: 'connection' };
    return { kind: 'no-response', why: response.why === 'timeout' ? 'timeout' : 'connection' };
  }
  const { status } = response;
  if (status === 401 || status === 403) return { kind: 'not-sent', why: 'credentials' };
  const json = parseJson(response.body);
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(json);
    if (parsed.success) return { kind: 'ok', body: parsed.data };
  } else if (status < 500) {
    const failed = stripeError.safeParse(json);
    if (status === 429)
      return failed.success && failed.data.error.code === 'lock_timeout'
        ? unreadable
        : { kind: 'not-sent', why: 'busy' };
    if (failed.success && status !== 409)
      return { kind: status === 402 ? 'declined' : 'refused', error: failed.data.error };
  }
  log.warn({ status }, 'Stripe sent a response that cannot be read');
  return unreadable;
}

const unreadable: NoResponse = { kind: 'no-response', why: 'connection' };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

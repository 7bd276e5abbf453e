import type { Payment } from './types.ts';

/** Advice after a declined payment. */
export type Advice = NonNullable<NonNullable<Payment['outcome']>['advice']>;

export interface ErrorDetails {
  status?: number;
  reasonCode?: string;
  field?: string;
  detail?: string;
  advice?: Advice;
  requestId?: string;
  idempotencyKey?: string;
  retryAfterMs?: number;
  body?: unknown;
}

/** An unsuccessful call: refused, declined, or without a response. */
export class CountinghouseError extends Error {
  /** The HTTP status. Undefined without a response: the result is then unknown. */
  readonly status: number | undefined;
  /** A code of the error reference. */
  readonly reasonCode: string | undefined;
  /** The field of the request that is to blame, as a dotted path. */
  readonly field: string | undefined;
  /** The error of the field. */
  readonly detail: string | undefined;
  /** After a declined payment: whose side it is on, and whether another attempt can help. */
  readonly advice: Advice | undefined;
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined;
  /** The key of the call. Another call with the same key and body cannot move money twice. */
  readonly idempotencyKey: string | undefined;
  /** The wait that the gateway requests. */
  readonly retryAfterMs: number | undefined;
  /** The response: a declined payment has its transaction. */
  readonly body: unknown;

  constructor(message: string, details: ErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CountinghouseError';
    this.status = details.status;
    this.reasonCode = details.reasonCode;
    this.field = details.field;
    this.detail = details.detail;
    this.advice = details.advice;
    this.requestId = details.requestId;
    this.idempotencyKey = details.idempotencyKey;
    this.retryAfterMs = details.retryAfterMs;
    this.body = details.body;
  }
}

interface Refused {
  reasonCode?: string;
  reasonMessage?: string;
  field?: string;
  detail?: string;
  advice?: Advice;
}

/** The error of a response. A declined payment has its reason in `outcome`, every other refusal at the top. */
export function errorOfResponse(
  response: Response,
  body: unknown,
  idempotencyKey: string | undefined,
): CountinghouseError {
  const top: Refused & { outcome?: Refused } = typeof body === 'object' && body !== null ? body : {};
  const refused = top.outcome ?? top;
  const {
    reasonCode,
    reasonMessage = 'the response is not of the merchant API',
    field,
    detail,
    advice,
  } = refused;
  return new CountinghouseError(`${reasonCode ?? 'HTTP'} (${response.status}): ${reasonMessage}`, {
    status: response.status,
    reasonCode,
    field,
    detail,
    advice,
    retryAfterMs: readRetryAfter(response.headers.get('retry-after')),
    requestId: response.headers.get('x-request-id') ?? undefined,
    idempotencyKey,
    body,
  });
}

/** Retry-After in seconds or as a date, in milliseconds from now. Undefined for other values. */
export function readRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

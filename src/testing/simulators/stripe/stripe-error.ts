import type { SimulatedAnswer } from '../http-messages.ts';

interface ErrorFields {
  code?: string;
  param?: string;
  [field: string]: unknown;
}

/** Stripe's `error` object. */
export class StripeError extends Error {
  readonly status: number;
  readonly type: string;
  readonly fields: ErrorFields;

  constructor(status: number, type: string, message: string, fields: ErrorFields = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.fields = fields;
  }

  answer(): SimulatedAnswer {
    const { status, type, message, fields } = this;
    return { status, body: { error: { type, message, ...fields } } };
  }
}

export function invalidRequest(message: string, fields?: ErrorFields): StripeError {
  return new StripeError(400, 'invalid_request_error', message, fields);
}

export function missing(object: string, id: string, param = 'id'): StripeError {
  return new StripeError(404, 'invalid_request_error', `No such ${object}: '${id}'`, {
    code: 'resource_missing',
    param,
  });
}

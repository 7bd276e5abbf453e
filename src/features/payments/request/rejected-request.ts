import type { FaultDetail } from '#shared/problem.ts';
import { type Refusal, type Result, ok } from '#shared/result.ts';
import type { ReasonCode } from '../reason-codes.ts';

export type RequestRefusal = Refusal<ReasonCode>;

/** Thrown by the parsers of request parts. parseRequest catches it; no other code does. */
class RequestRejected extends Error {
  readonly refusal: RequestRefusal;
  constructor(refusal: RequestRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Rejects the request from inside `parseRequest`, however deep in the body the field is. */
export function reject(code: ReasonCode, field?: string, detail?: FaultDetail): never {
  throw new RequestRejected({ code, field, detail });
}

/** Runs the parsers of a request: what they read, or the first rejection. */
export function parseRequest<T>(parse: () => T): Result<T, RequestRefusal> {
  try {
    return ok(parse());
  } catch (error) {
    if (error instanceof RequestRejected) return { ok: false, ...error.refusal };
    throw error;
  }
}

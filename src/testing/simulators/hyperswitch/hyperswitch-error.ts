import type { SimulatedAnswer } from '../http-messages.ts';

/** An error of the API. The document has its three fields at the top; the router's own code puts them below `error`. */
export class HyperswitchError extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string;

  constructor(status: number, type: string, code: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
  }

  answer(isWrapped: boolean): SimulatedAnswer {
    const { status, type, code, message } = this;
    return {
      status,
      body: isWrapped ? { error: { type, message, code } } : { error_type: type, message, code },
    };
  }
}

export const invalidRequest = (code: string, message: string): HyperswitchError =>
  new HyperswitchError(400, 'invalid_request', code, message);

export const missingParam = (name: string): HyperswitchError =>
  invalidRequest('IR_04', `Missing required param: ${name}`);

export const duplicate = (what: string): HyperswitchError =>
  new HyperswitchError(400, 'duplicate_request', 'HE_01', `${what} already exists in our records`);

export const notFound = (what: string): HyperswitchError =>
  new HyperswitchError(404, 'object_not_found', 'HE_02', `${what} does not exist in our records`);

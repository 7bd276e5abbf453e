import type { SimulatedAnswer } from '../http-messages.ts';

/** An answer without a payment: Adyen's ServiceError. */
export class RequestError extends Error {
  readonly errorCode: string;
  readonly status: number;
  readonly errorType: string;

  constructor(errorCode: string, message: string, status = 422, errorType = 'validation') {
    super(message);
    this.errorCode = errorCode;
    this.status = status;
    this.errorType = errorType;
  }

  answer(): SimulatedAnswer {
    const { errorCode, message, errorType, status } = this;
    return { status, body: { status, errorCode, message, errorType } };
  }
}

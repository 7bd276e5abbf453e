/** A call that did not bring its answer. status 0: no answer at all, the network or an abort. */
export class CallFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;

  /** `message` is the server's word for it, shown as `error.{message}`. */
  constructor(status: number, code: string, message: string, requestId?: string) {
    super(message);
    this.name = 'CallFailure';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

/** A call that failed. status 0: no response at all, the network or an abort. */
export class CallFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** The whole response, for calls whose failures have more (payments: outcome.reasonMessage). */
  readonly body: unknown;

  /** `message` is the server's word for it, shown as `error.{message}`. */
  constructor(status: number, code: string, message: string, requestId?: string, body?: unknown) {
    super(message);
    this.name = 'CallFailure';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.body = body;
  }
}

/** Whether the change was refused because its object is no longer as the user read it (problems.versionConflict). */
export const isVersionConflict = (cause: unknown): boolean =>
  cause instanceof CallFailure && cause.code.endsWith('_CHANGED');

/** The error of a `catch`. A fault of the page itself counts as a system error. */
export const toFailure = (cause: unknown): CallFailure =>
  cause instanceof CallFailure ? cause : new CallFailure(500, '', 'internal_server_error');

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

/** No response, a busy server or an error of it: a moment later it may be over. What the page itself lacks may come too. */
export function isPassing(failure: unknown): boolean {
  if (!(failure instanceof CallFailure)) return true;
  return failure.status === 0 || failure.status === 429 || failure.status >= 500;
}

/** Milliseconds before another attempt: 3 s, 6 s, 12 s, 24 s, then half a minute. */
export const retryDelay = (attempts: number): number => Math.min(3000 * 2 ** attempts, 30_000);

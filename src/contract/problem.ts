/**
 * Something the caller did that we can name. Codes come from the specifications' catalogue
 * (spec 1 §8, domain §1.2, §1.12); anything else that is thrown is our fault and answers 500.
 */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  /** `message` is what the portal shows as `error.{message}`, or the merchant API's reasonMessage. */
  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** What the portal reads of a failed call (spec 1 §8). */
export interface ProblemBody {
  code: string;
  message: string;
  httpStatus: number;
  requestId: string;
}

export const problems = {
  notSignedIn: () => new Problem(401, 'UNAUTHENTICATED', 'not_signed_in'),
  incorrectCredentials: () => new Problem(401, 'INCORRECT_CREDENTIALS', 'incorrect_credentials'),
  accountLocked: () => new Problem(401, 'ACCOUNT_LOCKED', 'account_locked'),
  accountInactive: () => new Problem(401, 'ACCOUNT_INACTIVE', 'account_inactive'),
  passwordUsedBefore: () => new Problem(400, 'PASSWORD_HISTORY', 'password_invalid_history'),
  linkNotOpen: () => new Problem(400, 'LINK_NOT_OPEN', 'password_link_not_open'),
  forbidden: () => new Problem(403, 'FORBIDDEN', 'forbidden_error'),
  staleToken: () => new Problem(403, 'ANTI_FORGERY', 'anti_forgery'),
  notFound: () => new Problem(404, 'NOT_FOUND', 'not_found'),
  invalid: (message: string) => new Problem(400, 'INVALID_REQUEST', message),
  /** E152: the page is older than the server (spec 1 §8). */
  versionMismatch: () => new Problem(400, 'E152', 'version_mismatch'),
  tooManyRequests: (seconds: number) =>
    new Problem(429, 'TOO_MANY_REQUESTS', 'too_many_requests', { 'retry-after': String(seconds) }),
  /** Nobody is there any more to read it. */
  gone: () => new Problem(499, 'CLIENT_GONE', 'server_not_available'),
  busy: () => new Problem(503, 'BUSY', 'server_not_available', { 'retry-after': '1' }),
};

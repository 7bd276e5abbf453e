/**
 * Something the caller did that we can name. Codes come from one catalogue
 * (docs/domain.md#portal-codes); anything else that is thrown is our fault and answers 500.
 */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fault: FieldFault | undefined;

  /** `message` is what the portal shows as `error.{message}`, or the merchant API's reasonMessage. */
  constructor(
    status: number,
    code: string,
    message: string,
    { headers = {}, fault }: { headers?: Record<string, string>; fault?: FieldFault | undefined } = {},
  ) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.fault = fault;
  }
}

/** The stable word for what is wrong with a field of a request. */
export type FaultDetail =
  | 'missing'
  | 'wrong_type'
  | 'too_long'
  | 'too_short'
  | 'too_large'
  | 'too_small'
  | 'not_allowed'
  | 'unknown_field'
  | 'invalid';

/** A field as the request spells it, `transaction.merchantRef`, and what is wrong with it. */
export interface FieldFault {
  field: string;
  detail: FaultDetail;
}

/** What the portal reads of a failed call (docs/domain.md#failed-requests). */
export interface ProblemBody {
  code: string;
  message: string;
  httpStatus: number;
  requestId: string;
  field?: string | undefined;
  detail?: FaultDetail | undefined;
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
  /** The merchant API's own code for a transaction that an operation relates to. */
  unknownTransaction: () => new Problem(404, 'V105', 'The related transaction was not found'),
  /** No route has this path. */
  unknownPath: () => new Problem(404, 'UNKNOWN_PATH', 'not_found'),
  /** The path has routes, for these methods only. */
  methodNotAllowed: (methods: readonly string[]) =>
    new Problem(405, 'METHOD_NOT_ALLOWED', 'not_found', { headers: { allow: methods.join(', ') } }),
  /** `message` names the field with the part of the request before it, as in `body.emailAddress`. */
  invalid: (message: string, detail: FaultDetail = 'invalid') => {
    const [, field] = /^(?:body|query|path)\.(.+)$/.exec(message) ?? [];
    return new Problem(400, 'INVALID_REQUEST', message, { fault: field ? { field, detail } : undefined });
  },
  /** E152: the page is older than the server (docs/domain.md#failed-requests). */
  versionMismatch: () => new Problem(400, 'E152', 'version_mismatch'),
  tooManyRequests: (seconds: number) =>
    new Problem(429, 'TOO_MANY_REQUESTS', 'too_many_requests', {
      headers: { 'retry-after': String(seconds) },
    }),
  /** Nobody is there any more to read it. */
  gone: () => new Problem(499, 'CLIENT_GONE', 'server_not_available'),
  busy: () => new Problem(503, 'BUSY', 'server_not_available', { headers: { 'retry-after': '1' } }),
};

/**
 * An error that the caller can cause, with a catalogued code (docs/domain.md#portal-codes). Any other thrown
 * error is a bug and returns 500.
 */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fieldError: FieldError | undefined;
  /** How many objects prevent the request. */
  readonly count: number | undefined;
  /** How the user can confirm that they are there (docs/domain.md#step-up). */
  readonly methods: readonly string[] | undefined;
  /** When the same request can succeed. ISO 8601. */
  readonly after: string | undefined;
  /** The object that prevents the request. */
  readonly subject: string | undefined;

  /** `message` is the portal's text key `error.{message}`, or the merchant API's reasonMessage. */
  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      headers?: Record<string, string>;
      fieldError?: FieldError;
      count?: number;
      methods?: readonly string[];
      after?: string;
      subject?: string | undefined;
    } = {},
  ) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.headers = more.headers ?? {};
    this.fieldError = more.fieldError;
    this.count = more.count;
    this.methods = more.methods;
    this.after = more.after;
    this.subject = more.subject;
  }
}

/** The stable code of a field's error. */
export type ErrorDetail =
  | 'missing'
  | 'wrong_type'
  | 'too_long'
  | 'too_short'
  | 'too_large'
  | 'too_small'
  | 'not_allowed'
  | 'unknown_field'
  /** A member that an object has twice. */
  | 'repeated'
  | 'invalid';

/** A field by its path, `transaction.merchantRef`, and its error. */
export interface FieldError {
  field: string;
  detail: ErrorDetail;
}

/** The error body that the portal reads (docs/domain.md#failed-requests). */
export interface ProblemBody {
  code: string;
  message: string;
  httpStatus: number;
  requestId: string;
  field?: string;
  detail?: ErrorDetail;
  count?: number;
  methods?: readonly string[];
  after?: string;
  subject?: string;
}

export const problems = {
  notSignedIn: (headers: Record<string, string> = {}) =>
    new Problem(401, 'UNAUTHENTICATED', 'not_signed_in', { headers }),
  incorrectCredentials: () => new Problem(401, 'INCORRECT_CREDENTIALS', 'incorrect_credentials'),
  accountLocked: () => new Problem(401, 'ACCOUNT_LOCKED', 'account_locked'),
  accountInactive: () => new Problem(401, 'ACCOUNT_INACTIVE', 'account_inactive'),
  passwordUsedBefore: () => new Problem(400, 'PASSWORD_HISTORY', 'password_invalid_history'),
  linkNotOpen: () => new Problem(400, 'LINK_NOT_OPEN', 'password_link_not_open'),
  forbidden: () => new Problem(403, 'FORBIDDEN', 'forbidden_error'),
  /** An API key lacks the permission for this call. */
  testKeyNeeded: () => new Problem(403, 'TEST_KEY_NEEDED', 'forbidden_error'),
  keyNotPermitted: () => new Problem(403, 'KEY_NOT_PERMITTED', 'forbidden_error'),
  /** An API key is restricted to other addresses. */
  addressNotAllowed: () => new Problem(403, 'ADDRESS_NOT_ALLOWED', 'forbidden_error'),
  /** The user must add a second factor before anything else. */
  enrolmentRequired: () => new Problem(403, 'ENROLMENT_REQUIRED', 'enrolment_required'),
  /** The user's last confirmation is too old for this call. */
  stepUpRequired: (methods: readonly string[]) =>
    new Problem(403, 'STEP_UP_REQUIRED', 'step_up_required', { methods }),
  staleToken: () => new Problem(403, 'ANTI_FORGERY', 'anti_forgery'),
  notFound: () => new Problem(404, 'NOT_FOUND', 'not_found'),
  /** The merchant API's code for an unknown transaction of a follow-up. */
  unknownTransaction: () => new Problem(404, 'V105', 'The related transaction was not found'),
  /** No route has this path. */
  unknownPath: () => new Problem(404, 'UNKNOWN_PATH', 'not_found'),
  /** The path has routes for these methods only. */
  methodNotAllowed: (methods: readonly string[]) =>
    new Problem(405, 'METHOD_NOT_ALLOWED', 'not_found', { headers: { allow: methods.join(', ') } }),
  /** `message` names the field with its part of the request, as in `body.emailAddress`. */
  invalid: (message: string, detail: ErrorDetail = 'invalid') => {
    const [, field] = /^(?:body|query|path)\.(.+)$/.exec(message) ?? [];
    return new Problem(400, 'INVALID_REQUEST', message, {
      fieldError: field ? { field, detail } : undefined,
    });
  },
  notJson: () => new Problem(400, 'INVALID_JSON', 'body'),
  notUtf8: () => new Problem(400, 'INVALID_ENCODING', 'body_not_utf8'),
  /** The body has a charset other than UTF-8, or is compressed. */
  unsupportedEncoding: () =>
    new Problem(415, 'UNSUPPORTED_TYPE', 'unsupported_type', { headers: { 'accept-encoding': 'identity' } }),
  /** The object of the change is no longer as the user read it. `code` names it. */
  versionConflict: (code: `${string}_CHANGED`, message = 'version_conflict') =>
    new Problem(409, code, message),
  /** E152: the page is older than the server (docs/domain.md#failed-requests). */
  versionMismatch: () => new Problem(400, 'E152', 'version_mismatch'),
  tooManyRequests: (seconds: number, headers: Record<string, string> = {}) =>
    new Problem(429, 'TOO_MANY_REQUESTS', 'too_many_requests', {
      headers: { 'retry-after': String(seconds), ...headers },
    }),
  /** The client has disconnected, so the response is never read. */
  gone: () => new Problem(499, 'CLIENT_GONE', 'server_not_available'),
  /** A newer release has changed the database: another program answers. */
  programExcluded: () =>
    new Problem(503, 'PROGRAM_EXCLUDED', 'server_not_available', { headers: { 'retry-after': '2' } }),
  busy: () => new Problem(503, 'BUSY', 'server_not_available', { headers: { 'retry-after': '1' } }),
};

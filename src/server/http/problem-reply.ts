import { sqlState } from '#database/sql-state.ts';
import { type Program, protocolForUrl } from '#shared/define-endpoint.ts';
import { Problem, type ProblemBody, problems } from '#shared/problem.ts';
import { scimProblemReply } from './scim-problem.ts';
import { DatabaseUnavailable } from '#database/open-database.ts';

interface ProblemReply {
  status: number;
  body: object;
  headers: Readonly<Record<string, string>>;
}

/** The error response in the form that callers of the path read. */
export function problemReply(
  problem: Problem,
  { program, url, requestId }: { program: Program; url: string; requestId: string },
): ProblemReply {
  if (program === 'gateway') return gatewayProblem(problem, url);
  return protocolForUrl(url) === 'scim' ? scimProblemReply(problem) : portalProblem(problem, requestId);
}

/**
 * The portal's error response: code, message, httpStatus and request id (docs/domain.md#failed-requests).
 */
function portalProblem(problem: Problem, requestId: string): ProblemReply {
  const body: ProblemBody = {
    code: problem.code,
    message: problem.message,
    httpStatus: problem.status,
    requestId,
    ...problem.fieldError,
    count: problem.count,
    methods: problem.methods,
    after: problem.after,
    subject: problem.subject,
  };
  return { status: problem.status, body, headers: problem.headers };
}

type Reason = readonly [code: string, message: string];

/** The merchant API's reason codes for authorisation errors (docs/domain.md#reason-codes). */
const reasons: Readonly<Record<string, Reason>> = {
  UNAUTHENTICATED: ['V111', 'API credentials are missing or not valid'],
  FORBIDDEN: ['V103', 'These API credentials may not use this installation'],
  KEY_NOT_PERMITTED: ['V103', 'This API key may not use this call'],
  TEST_KEY_NEEDED: ['V103', 'Only a test key may use this call'],
  ADDRESS_NOT_ALLOWED: ['V101', 'This API key may not be used from this address'],
  NOT_FOUND: ['A400', 'No such transaction'],
  INVALID_REQUEST: ['V100', 'The request is not valid'],
  INVALID_JSON: ['V100', 'The body is not valid JSON'],
  INVALID_ENCODING: ['V100', 'The body is not UTF-8'],
  UNKNOWN_PATH: ['V100', 'The merchant API has no such address'],
  METHOD_NOT_ALLOWED: ['V100', 'This address does not take this method'],
  TOO_LARGE: ['V100', 'The body is larger than 1 MB'],
  UNSUPPORTED_TYPE: ['V100', 'The body must be JSON in UTF-8, not compressed'],
  TEST_CLOCK_MOVING: ['V100', 'The test clock is moving'],
  TEST_CLOCK_ENDING: ['V100', 'The test clock is ending'],
  TEST_CLOCK_LIVE: ['V100', 'A company with something live has no test clock'],
  TOO_MANY_REQUESTS: ['E100', 'Too many requests'],
  BUSY: ['E100', 'The service is busy'],
  PROGRAM_EXCLUDED: ['E100', 'This program is older than its database allows'],
  E100: ['E100', 'An internal error occurred'],
};

const notNumber: Reason = ['V113', 'The installation is not a number'];

/** The codes of hosted sessions (docs/domain.md#session-codes). */
const hostedReasons: Readonly<Record<string, Reason>> = {
  UNAUTHENTICATED: ['exception.authenticationFailure.noAuth', 'API credentials are missing or not valid'],
  FORBIDDEN: ['exception.permission.denied', 'These API credentials may not use this installation'],
  KEY_NOT_PERMITTED: ['exception.permission.denied', 'This API key may not use this call'],
  ADDRESS_NOT_ALLOWED: ['exception.permission.denied', 'This API key may not be used from this address'],
  UNSUPPORTED_TYPE: ['exception.request.contentType', 'The body must be JSON'],
};

const linkReasons: Readonly<Record<string, Reason>> = {
  NOT_FOUND: ['A400', 'No such smart link'],
  LINK_OVER: ['V100', 'The smart link can no longer be paid'],
};

const scheduleReasons: Readonly<Record<string, Reason>> = {
  NOT_FOUND: ['A400', 'No such schedule'],
};

/** The merchant API's error response: status, reasonCode, reasonMessage, and field and detail of an invalid request. */
function gatewayProblem(problem: Problem, url = ''): ProblemReply {
  const catalogue = url.startsWith('/hosted/')
    ? hostedReasons
    : url.startsWith('/smartlink/')
      ? linkReasons
      : url.startsWith('/acceptor/rest/schedules/')
        ? scheduleReasons
        : {};
  const noNumber = problem.message === 'path.installationId' ? notNumber : undefined;
  const [reasonCode, text] = catalogue[problem.code] ??
    noNumber ??
    reasons[problem.code] ?? [problem.code, problem.message];
  const { fieldError } = problem;
  const named = noNumber ? undefined : (fieldError?.field ?? problem.subject);
  const reasonMessage = named === undefined ? text : `${text}: ${named}`;
  const challenge: Record<string, string> =
    problem.status === 401 ? { 'www-authenticate': 'Basic realm="Countinghouse"' } : {};
  return {
    status: problem.status,
    body: { status: 'FAILED', reasonCode, reasonMessage, ...fieldError },
    headers: { ...problem.headers, ...challenge },
  };
}

/** The problem sent to the caller. Unexpected errors become E100 without details. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return isOverload(error) ? problems.busy() : new Problem(500, 'E100', 'internal_server_error');
}

/** The database is unavailable or out of resources (class 53), or a statement timed out. Clients may retry. */
export function isOverload(error: unknown): boolean {
  const code = sqlState(error);
  return error instanceof DatabaseUnavailable || code === '57014' || code.startsWith('53');
}

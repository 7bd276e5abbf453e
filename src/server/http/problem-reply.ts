import { Problem, type ProblemBody } from '#contract/problem.ts';

export interface ProblemReply {
  status: number;
  body: object;
  headers: Readonly<Record<string, string>>;
}

/** What the portal's page reads: code, message, httpStatus (spec 1 §8), and the request id to quote. */
export function portalProblem(problem: Problem, requestId: string): ProblemReply {
  const body: ProblemBody = {
    code: problem.code,
    message: problem.message,
    httpStatus: problem.status,
    requestId,
  };
  return { status: problem.status, body, headers: problem.headers };
}

/** The reason codes that the merchant API gives the guard's own refusals (domain §1.2). */
const reasons: Record<string, [code: string, message: string]> = {
  UNAUTHENTICATED: ['V111', 'API credentials are missing or not valid'],
  FORBIDDEN: ['V103', 'These API credentials may not use this installation'],
  NOT_FOUND: ['A400', 'No such transaction'],
  INVALID_REQUEST: ['V100', 'The request is not valid'],
  TOO_MANY_REQUESTS: ['E100', 'Too many requests'],
  BUSY: ['E100', 'The service is busy'],
};

const notNumber = ['V113', 'The installation is not a number'] as const;

/** The same for hosted sessions, which have a catalogue of their own (domain §1.2, last rows). */
const hostedReasons: Record<string, [code: string, message: string]> = {
  UNAUTHENTICATED: ['exception.authenticationFailure.noAuth', 'API credentials are missing or not valid'],
  FORBIDDEN: ['exception.permission.denied', 'These API credentials may not use this installation'],
  UNSUPPORTED_TYPE: ['exception.request.contentType', 'The body must be JSON'],
};

const linkReasons: Record<string, [code: string, message: string]> = {
  NOT_FOUND: ['A400', 'No such smart link'],
};

/** The merchant API's top-level envelope: status, reasonCode, reasonMessage. */
export function gatewayProblem(problem: Problem, url = ''): ProblemReply {
  const catalogue = url.startsWith('/hosted/')
    ? hostedReasons
    : url.startsWith('/smartlink/')
      ? linkReasons
      : {};
  const own = catalogue[problem.code];
  const noNumber = problem.message === 'path.installationId' ? notNumber : undefined;
  const [reasonCode, reasonMessage] = own ??
    noNumber ??
    reasons[problem.code] ?? [problem.code, problem.message];
  const challenge: Record<string, string> =
    problem.status === 401 ? { 'www-authenticate': 'Basic realm="Countinghouse"' } : {};
  return {
    status: problem.status,
    body: { status: 'FAILED', reasonCode, reasonMessage },
    headers: { ...problem.headers, ...challenge },
  };
}

/** Anything we did not name is our fault: nothing of it leaks. */
export const internalError = () => new Problem(500, 'E100', 'internal_server_error');

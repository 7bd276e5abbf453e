import { Problem, problems } from '#shared/problem.ts';

export const scimContentType = 'application/scim+json';
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The error types of RFC 7644, table 9, that the product uses. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** A refusal of a SCIM request. `detail` is English, for the log of an identity provider, and names no other company. */
export class ScimProblem extends Problem {
  readonly scimType: ScimType | undefined;
  readonly detail: string;

  /** `code` is the stable reason, which the settings explain. */
  constructor(status: number, code: string, detail: string, scimType?: ScimType) {
    super(status, code, detail);
    this.name = 'ScimProblem';
    this.scimType = scimType;
    this.detail = detail;
  }
}

type Entry = readonly [detail: string, scimType?: ScimType];

/** Refusals that the server makes before a handler runs. */
const entries: Readonly<Record<string, Entry>> = {
  UNAUTHENTICATED: ['The token is missing, wrong, expired or revoked'],
  FORBIDDEN: ['The token does not permit this'],
  NOT_FOUND: ['There is no such resource'],
  INVALID_REQUEST: ['The request is not valid', 'invalidSyntax'],
  INVALID_JSON: ['The body is not valid JSON', 'invalidSyntax'],
  INVALID_ENCODING: ['The body is not UTF-8', 'invalidSyntax'],
  TOO_LARGE: ['The body is larger than 1 MB'],
  UNSUPPORTED_TYPE: ['The body must be application/scim+json or application/json'],
  TOO_MANY_REQUESTS: ['Too many requests'],
  BUSY: ['The service is busy'],
  SCIM05: ['The userName is already in use', 'uniqueness'],
  SCIM12: ['A user name or a name is not valid', 'invalidValue'],
};

/** The error response of RFC 7644, section 3.12. A path without an id names an unknown resource. */
export function scimProblemReply(refused: Problem) {
  const isPath = refused.code === 'INVALID_REQUEST' && refused.message.startsWith('path.');
  const problem = isPath ? problems.notFound() : refused;
  const { status, code } = problem;
  const [text, type] = entries[code] ?? ['An internal error occurred'];
  const { detail, scimType } = problem instanceof ScimProblem ? problem : { detail: text, scimType: type };
  const challenge: Record<string, string> =
    status === 401 ? { 'www-authenticate': 'Bearer realm="Countinghouse SCIM"' } : {};
  return {
    status,
    body: { schemas: [errorSchema], status: String(status), ...(scimType ? { scimType } : {}), detail },
    headers: { ...problem.headers, ...challenge, 'content-type': scimContentType },
  };
}

import { Problem } from '#shared/problem.ts';
import { ScimProblem, type ScimType } from '#server/http/scim-problem.ts';
import { type RefusalReason, refusalReasons } from '../refusal-reasons.ts';

const refuse = (reason: RefusalReason, status: number, detail: string, scimType?: ScimType): ScimProblem =>
  new ScimProblem(status, reason, detail, scimType);

/** The refusals of SCIM requests. A detail names attributes and ids of the request, and no data of users. */
export const refusals = {
  /** The same for a user of this company, of another one and of the provider. */
  userNameTaken: () => refuse('USER_NAME_TAKEN', 409, 'The userName is already in use', 'uniqueness'),
  groupNameTaken: () =>
    refuse('GROUP_NAME_TAKEN', 409, 'A group with this displayName already exists', 'uniqueness'),
  value: (attribute: string, rule: string) =>
    refuse('VALUE_INVALID', 400, `${attribute} ${rule}`, 'invalidValue'),
  name: (attribute = 'userName') =>
    refuse(
      'NAME_INVALID',
      400,
      attribute === 'userName'
        ? 'userName must be an email address'
        : `${attribute} must have at most 100 characters: letters, digits, spaces and the signs of names`,
      'invalidValue',
    ),
  filter: (rule: string) => refuse('FILTER_UNSUPPORTED', 400, rule, 'invalidFilter'),
  path: (path: string) =>
    refuse('PATH_INVALID', 400, `The path ${path.slice(0, 100)} is not supported`, 'invalidPath'),
  noTarget: (path: string) =>
    refuse('NO_TARGET', 400, `The path ${path.slice(0, 100)} matches nothing`, 'noTarget'),
  readOnly: (attribute: string) =>
    refuse('READ_ONLY', 400, `${attribute} is read only, or required and cannot be removed`, 'mutability'),
  syntax: (rule: string) => refuse('SYNTAX_INVALID', 400, rule, 'invalidSyntax'),
  tooMany: (rule: string) => refuse('TOO_MANY', 400, rule, 'tooMany'),
  notFound: () => refuse('NOT_FOUND', 404, 'There is no such resource'),
  version: () => refuse('VERSION_CHANGED', 412, 'The resource has changed since it was read'),
  creatorLostRights: () =>
    refuse(
      'MAKER_LOST_RIGHTS',
      403,
      'The person who created this token does not hold the rights that this change needs. An administrator can create a new token',
    ),
  tokenNeedsApproval: () =>
    refuse(
      'TOKEN_NEEDS_APPROVAL',
      403,
      'This token gives access only after a second person has agreed to it in the settings',
    ),
  lastAdministrator: () =>
    refuse('LAST_ADMINISTRATOR', 403, 'The company would be left without an active administrator'),
  unknownMember: () =>
    refuse('UNKNOWN_MEMBER', 400, 'members contains the id of no user of this company', 'invalidValue'),
};

/** The refusals of functions that the portal uses too, in the form of SCIM. */
export function toScimProblem(error: unknown): unknown {
  if (!(error instanceof Problem) || error instanceof ScimProblem) return error;
  if (error.code === 'SCIM05') return refusals.userNameTaken();
  if (error.code === 'SCIM12') return refusals.name(error.fieldError?.field);
  return error;
}

/** The reason of a refusal for the log. Undefined for other errors. */
export function toRefusalReason(error: unknown): { reason: RefusalReason; status: number } | undefined {
  if (!(error instanceof ScimProblem)) return undefined;
  const reason = refusalReasons.find((known) => known === error.code);
  return reason && { reason, status: error.status };
}

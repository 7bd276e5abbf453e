/** Why a request of an identity provider was refused, as the log stores it. The settings explain each. */
export const refusalReasons = [
  'USER_NAME_TAKEN',
  'GROUP_NAME_TAKEN',
  'VALUE_INVALID',
  'NAME_INVALID',
  'FILTER_UNSUPPORTED',
  'PATH_INVALID',
  'NO_TARGET',
  'READ_ONLY',
  'SYNTAX_INVALID',
  'TOO_MANY',
  'NOT_FOUND',
  'VERSION_CHANGED',
  'MAKER_LOST_RIGHTS',
  'TOKEN_NEEDS_APPROVAL',
  'LAST_ADMINISTRATOR',
  'UNKNOWN_MEMBER',
] as const;

export type RefusalReason = (typeof refusalReasons)[number];

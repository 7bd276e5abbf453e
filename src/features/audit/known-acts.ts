/** Acts offered as a filter, in the order of the list; each has its words at `audit.act.{name}`. */
export const knownActs = [
  'login',
  'logout',
  'forgottenPassword',
  'checkPasswordToken',
  'changeForgottenPassword',
  'changePassword',
  'endSession',
  'endOtherSessions',
  'lockInactiveAccount',
  'createFirstAdministrator',
  'payment',
  'payout',
  'verify',
  'capture',
  'cancel',
  'refund',
  'repeat',
  'createUser',
  'updateUser',
  'deleteUser',
  'sendInvitation',
  'sendUsernameChange',
  'sendFeedback',
  'searchAudit',
  'getHistory',
  'exportAudit',
  'exportAuditEnd',
  'furtherRequests',
] as const;

/** Kinds of objects offered as a filter, with words at `audit.kind.{name}`. */
export const knownKinds = ['transaction', 'user', 'organisation', 'installation', 'apiCredential'] as const;

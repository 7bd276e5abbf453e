/** Subscriptions of one user in a company (docs/domain.md#scheduled-files). */
export const maxSubscriptions = 20;
export const maxFileName = 80;
export const keptDays = 30;
/** Bytes of a stored part. */
export const partBytes = 1_048_576;

/** Why a subscription ended, and why there is no file, with texts at `scheduled_files.reason.{code}`. */
export const endReasons = ['USER_INACTIVE', 'NO_PERMISSION', 'VIEW_GONE'] as const;
export type EndReason = (typeof endReasons)[number];
export const failures = [...endReasons, 'UNEXPECTED', 'TOO_SLOW'] as const;
export type FileFailure = (typeof failures)[number];

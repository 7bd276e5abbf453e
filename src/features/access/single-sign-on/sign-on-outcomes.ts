/** How a sign-in at the provider ended, for the page that follows (docs/domain.md#single-sign-on). */
export const signOnOutcomes = [
  'signed-in',
  'second-factor',
  'enrolment',
  'confirmed',
  'unknown-domain',
  'expired',
  'cancelled',
  'refused',
  'unavailable',
  'domain',
  'link-needed',
  'no-access',
  'groups-unknown',
  'groups-missing',
  'inactive',
  'locked',
  'busy',
] as const;

export type SignOnOutcome = (typeof signOnOutcomes)[number];

/** The result of connecting the user's own account. */
export const connectOutcomes = [
  'connected',
  'taken',
  'failed',
  'domain',
  'cancelled',
  'unavailable',
] as const;

export type ConnectOutcome = (typeof connectOutcomes)[number];

/** The groups of tasks that figures count. Each figure opens its tasks. */
export const ages = ['1h', '6h', '24h', '3d', 'older'] as const;
export type Age = (typeof ages)[number];
/** The end of each age in milliseconds. */
export const ageLimits: Readonly<Record<Age, number>> = {
  '1h': 3_600_000,
  '6h': 6 * 3_600_000,
  '24h': 24 * 3_600_000,
  '3d': 72 * 3_600_000,
  older: Infinity,
};

export const decidedStatuses = ['ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED'] as const;
export type DecidedStatus = (typeof decidedStatuses)[number];

/** Days of a range, at most. */
export const maxDays = 366;
/** Reviewers and rules that are shown, those with most tasks first. */
export const maxRows = 20;
/** Tasks of one page. */
export const pageSize = 50;

/** The hours for which the previous secret signs too. */
export const overlapHours = [0, 24, 72, 168] as const;

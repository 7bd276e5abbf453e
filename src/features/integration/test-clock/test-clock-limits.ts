/** One move goes at most this far, so that its work stays bounded. */
export const maxMoveDays = 366;
/** How far a clock may be ahead of real time. */
export const maxAheadDays = 5 * 366;

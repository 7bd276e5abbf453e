/** 32 letters or digits (docs/domain.md#schedules). */
export const scheduleIdPattern = /^[A-Za-z0-9]{32}$/;

/** The maximum number of episodes in one response. */
export const maxEpisodes = 500;

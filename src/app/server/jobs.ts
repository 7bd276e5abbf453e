import { forgetOldSessions } from '#features/session/server/jobs/forget-old-sessions.ts';
import type { Job } from '#server/job.ts';

/** Every recurring job the worker runs. */
export const jobs: readonly Job[] = [forgetOldSessions];

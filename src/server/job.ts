import type { Services } from './services.ts';

/**
 * Recurring work. Runs may be late, concurrent or interrupted by a crash, so each finds its due work in the database
 * and claims every piece.
 */
export interface Job {
  /** kebab-case; the name of its file in server/jobs/. */
  name: string;
  everySeconds: number;
  /** `callHelp`: wakes another worker when one run has too much work. */
  run(services: Services, callHelp?: () => Promise<void>): Promise<void>;
}

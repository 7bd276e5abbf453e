import type { Services } from './services.ts';

/**
 * Work that recurs without anybody asking. It may run in several workers, overlap a crash and be late:
 * each must find what is due from the database and do every piece at most once.
 */
export interface Job {
  /** kebab-case; the name of its file in server/jobs/. */
  name: string;
  everySeconds: number;
  /** `callHelp`: there is more than one run can do soon; another worker begins one too, or this one again. */
  run(services: Services, callHelp?: () => Promise<void>): Promise<void>;
}

import type { Database } from '#database/connection.ts';
import type { Tracer } from '#tracing/tracer.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Keys } from './keys.ts';
import type { Log } from './log.ts';
import type { ProcessState } from './process-state.ts';
import type { TestClocks } from './time/test-clock.ts';

/** The services of every handler. A handler that needs more names its services: `handle<typeof endpoint, Services>`. */
export interface CoreServices {
  config: Config;
  database: Database;
  clock: Clock;
  log: Log;
  state: ProcessState;
  keys: Keys;
  /** In a run of a job: the clocks of companies in test, for work that it finds across companies. */
  testClocks?: TestClocks | undefined;
  /** Undefined without --otlp-url: nothing is traced. */
  tracer?: Tracer | undefined;
}

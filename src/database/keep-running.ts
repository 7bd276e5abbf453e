import { setTimeout as sleep } from 'node:timers/promises';

/** A process of the database server. */
export interface ServerProcess {
  isAlive(): Promise<boolean>;
}

interface SupervisedProcess<P extends ServerProcess> {
  first: P;
  start(): Promise<P>;
  /** Resolved when the process takes connections; throws when it ended before it did. */
  untilReady(process: P): Promise<void>;
  onEvent(event: SupervisorEvent): void;
}

export type SupervisorEvent =
  | { kind: 'lost' }
  | { kind: 'failed'; error: unknown; nextTryMs: number }
  | { kind: 'back'; afterMs: number };

const checkEveryMs = 250;
const firstPauseMs = 200;
const maxPauseMs = 10_000;

/**
 * Restarts the server whenever it ends, until it is stopped. A failed start is retried with exponential back-off: processes
 * of the killed server may hold its memory a moment longer.
 */
export class ProcessSupervisor<P extends ServerProcess> {
  #process: P;
  #isStopped = false;

  constructor(supervised: SupervisedProcess<P>) {
    this.#process = supervised.first;
    void this.#keep(supervised);
  }

  /** Starts no more processes, and returns the last one. */
  stop(): P {
    this.#isStopped = true;
    return this.#process;
  }

  async #keep(supervised: SupervisedProcess<P>): Promise<void> {
    while (!this.#isStopped) {
      await sleep(checkEveryMs, undefined, { ref: false });
      if (this.#isStopped || (await this.#process.isAlive())) continue;
      const lostAt = performance.now();
      supervised.onEvent({ kind: 'lost' });
      await this.#restart(supervised);
      if (!this.#isStopped)
        supervised.onEvent({ kind: 'back', afterMs: Math.round(performance.now() - lostAt) });
    }
  }

  async #restart({ start, untilReady, onEvent }: SupervisedProcess<P>): Promise<void> {
    for (let nextTryMs = firstPauseMs; !this.#isStopped; nextTryMs = Math.min(2 * nextTryMs, maxPauseMs)) {
      try {
        this.#process = await start();
        await untilReady(this.#process);
        return;
      } catch (error) {
        onEvent({ kind: 'failed', error, nextTryMs });
        await sleep(nextTryMs, undefined, { ref: false });
      }
    }
  }
}

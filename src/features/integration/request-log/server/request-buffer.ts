import { Counter } from 'prom-client';
import { secondMs } from '#server/clock.ts';
import type { Services } from '#server/services.ts';
import { insertRequests } from './api-request-table.ts';
import type { LoggedRequest } from './logged-request.ts';

/** The name of the metric. */
export const droppedRequests = 'countinghouse_request_log_dropped_total';
/** What waits in memory at most. More is dropped and counted. */
const maxWaiting = { requests: 5000, characters: 32 * 1024 * 1024 };
const flushMs = secondMs;
/** One statement; a full one is written without waiting for the timer. */
const batchSize = 250;
/** How often a batch that cannot be written is tried. */
const maxAttempts = 3;

/**
 * Requests that wait to be written, one batch at a time. A request never waits for it. What waits is lost when the process
 * is killed, and dropped when the database takes less than arrives.
 */
export class RequestBuffer {
  readonly dropped = new Counter({
    name: droppedRequests,
    help: 'Requests that the log does not have, and why: full, failed, unproven',
    labelNames: ['why'],
    registers: [],
  });
  readonly #services: Pick<Services, 'database' | 'log'>;
  #waiting: LoggedRequest[] = [];
  #characters = 0;
  #failures = 0;
  #flushing: Promise<void> | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(services: Pick<Services, 'database' | 'log'>) {
    this.#services = services;
    this.#timer = setInterval(() => void this.flush(), flushMs).unref();
  }

  add(request: LoggedRequest): void {
    if (this.#waiting.length >= maxWaiting.requests || this.#characters >= maxWaiting.characters) {
      this.dropped.inc({ why: 'full' });
      return;
    }
    this.#waiting.push(request);
    this.#characters += sizeOf(request);
    if (this.#waiting.length >= batchSize && this.#failures === 0) void this.flush();
  }

  /** Writes what waits. Never throws. */
  flush(): Promise<void> {
    this.#flushing ??= this.#writeAll().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
    // What arrived during the last write.
    await this.flush();
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, batchSize);
      try {
        await insertRequests(this.#services.database, batch);
        this.#failures = 0;
      } catch (error) {
        this.#failures += 1;
        if (this.#failures < maxAttempts) return;
        this.#failures = 0;
        this.dropped.inc({ why: 'failed' }, batch.length);
        this.#services.log.warn({ err: error, requests: batch.length }, 'requests not logged');
      }
      this.#waiting = this.#waiting.slice(batch.length);
      for (const request of batch) this.#characters -= sizeOf(request);
    }
  }
}

const sizeOf = ({ path, requestBody, responseBody }: LoggedRequest): number =>
  500 + path.length + (requestBody?.length ?? 0) + (responseBody?.length ?? 0);

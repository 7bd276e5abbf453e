import type { SeededRandom } from './seeded-random.ts';

export interface SimulatedEvent<T> {
  item: T;
  /** Deliveries that were tried. */
  attempts: number;
  /** Whether a delivery was answered with 2xx. */
  isAccepted: boolean;
}

export interface DeliveryOptions<T> {
  /** Items in one request, where the vendor has batches; 1 by default. */
  batch?: number;
  /** In a random order of the simulator's seed. */
  shuffled?: boolean;
  /** Each event once more after it was accepted. */
  twice?: boolean;
  /** Deliveries of one event until it stays undelivered; 10 by default. */
  attempts?: number;
  /** Which events; others stay undelivered. */
  only?: (item: T) => boolean;
}

export interface DeliveryResult<T> {
  accepted: number;
  /** Status of the last answer, or the error, for events that were not accepted. */
  rejected: { item: T; answer: number | string }[];
}

/** Sends what is not accepted yet. Several rounds, without waiting, as long as the receiver refuses. */
export async function deliverEvents<T>(
  events: readonly SimulatedEvent<T>[],
  send: (items: T[]) => Promise<number | string>,
  random: SeededRandom,
  options: DeliveryOptions<T> = {},
): Promise<DeliveryResult<T>> {
  const { batch = 1, attempts = 10, only = () => true } = options;
  const chosen = events.filter((event) => !event.isAccepted && only(event.item));
  const result: DeliveryResult<T> = { accepted: 0, rejected: [] };
  let waiting = options.shuffled ? random.shuffle(chosen) : chosen;
  for (let round = 1; waiting.length > 0 && round <= attempts; round++) {
    result.rejected = [];
    const refused: SimulatedEvent<T>[] = [];
    for (let start = 0; start < waiting.length; start += batch) {
      const part = waiting.slice(start, start + batch);
      const answer = await send(part.map(({ item }) => item));
      const isAccepted = typeof answer === 'number' && answer >= 200 && answer < 300;
      for (const event of part) {
        event.attempts += 1;
        event.isAccepted = isAccepted;
      }
      if (isAccepted) result.accepted += part.length;
      else {
        refused.push(...part);
        result.rejected.push(...part.map(({ item }) => ({ item, answer })));
      }
    }
    waiting = refused;
  }
  if (options.twice) {
    const again = chosen.filter((event) => event.isAccepted);
    for (const event of options.shuffled ? random.shuffle(again) : again) {
      await send([event.item]);
      event.attempts += 1;
    }
  }
  return result;
}

/** The status of the answer, or the error. */
export async function postEvent(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<number | string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    return String(error);
  }
}

/** Repeats some work at an interval, one at a time, until the returned function is called. */
export function repeatEvery(intervalMs: number, work: () => Promise<unknown>): () => void {
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    void work().finally(() => {
      isBusy = false;
    });
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

import { maskCardNumbers } from '#shared/card-number.ts';

/** A confirmed request with its idempotency key. */
export interface Attempt {
  request: string;
  key: string;
}

/**
 * Keys of requests with an unknown result, by request, with the time (milliseconds) at which the server
 * forgets them.
 */
export type SavedKeys = Readonly<Record<string, { key: string; until: number }>>;

/** Storage that outlives the page. */
export interface KeyStore {
  read(): SavedKeys;
  write(keys: SavedKeys): void;
}

/** How long the server keeps a key (docs/domain.md#idempotency). */
const keptMs = 24 * 3600_000;

/**
 * Idempotency keys of one transaction's follow-ups: a new one for each confirmed request. A request with an
 * unknown result keeps its key, whatever is tried in between and after a reload.
 */
export class AttemptKeys {
  readonly #store: KeyStore;
  readonly #now: () => number;

  constructor(store: KeyStore = inMemory(), now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
  }

  /** When the confirmation opens. */
  attemptOf(body: unknown): Attempt {
    const request = maskCardNumbers(JSON.stringify(body));
    const kept = this.#store.read()[request];
    const isKnown = kept !== undefined && kept.until > this.#now();
    return { request, key: isKnown ? kept.key : crypto.randomUUID() };
  }

  /** When the request is sent. Until it returns its result is unknown. */
  sent(attempt: Attempt): void {
    this.ended(attempt, true);
  }

  /** When the request has returned or was cancelled. */
  ended({ request, key }: Attempt, isUnknown: boolean): void {
    const now = this.#now();
    const others = Object.entries(this.#store.read()).filter(
      ([one, { until }]) => one !== request && until > now,
    );
    const mine = isUnknown ? [[request, { key, until: now + keptMs }] as const] : [];
    this.#store.write(Object.fromEntries([...others, ...mine]));
  }
}

function inMemory(): KeyStore {
  let kept: SavedKeys = {};
  return {
    read: () => kept,
    write: (keys) => {
      kept = keys;
    },
  };
}

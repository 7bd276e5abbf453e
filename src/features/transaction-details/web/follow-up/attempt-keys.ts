import { maskCardNumbers } from '#shared/card-number.ts';

/** A request that has been confirmed, and the key under which the server knows it. */
export type Attempt = { request: string; key: string };

/** Keys whose end nobody knows, by their request, with the moment (milliseconds) at which the server forgets them. */
export type SavedKeys = Readonly<Record<string, { key: string; until: number }>>;

/** Where they outlive the page. */
export type KeyStore = { read(): SavedKeys; write(keys: SavedKeys): void };

/** So long the server knows a key (docs/domain.md#idempotency). */
const keptMs = 24 * 3600_000;

/**
 * Idempotency keys of one transaction's follow-ups: a new one for each request confirmed, the same one again for a
 * request whose end nobody knows, whatever was tried in between, and though the page was left or loaded anew.
 */
export class AttemptKeys {
  readonly #store: KeyStore;
  readonly #now: () => number;

  constructor(store: KeyStore = inMemory(), now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
  }

  /** When the confirmation opens. */
  attemptOf(asked: unknown): Attempt {
    const request = maskCardNumbers(JSON.stringify(asked));
    const kept = this.#store.read()[request];
    const isKnown = kept !== undefined && kept.until > this.#now();
    return { request, key: isKnown ? kept.key : crypto.randomUUID() };
  }

  /** When the call goes out: until it comes back nobody knows its end. */
  sent(attempt: Attempt): void {
    this.ended(attempt, true);
  }

  /** When the call has come back, or given up. */
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

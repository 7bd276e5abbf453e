import { maskCardNumbers } from '#shared/card-number.ts';
import { readSession, writeSession } from '../session/client-storage.ts';

/** A confirmed request with its idempotency key. */
export interface Attempt {
  request: string;
  key: string;
}

/**
 * Keys of requests with an unknown result, by request, with the time (milliseconds) at which the server deletes them.
 */
export type SavedKeys = Readonly<Record<string, { key: string; until: number }>>;

/** Storage that outlives the page. */
interface KeyStore {
  read(): SavedKeys;
  write(keys: SavedKeys): void;
}

/** How long the server keeps a key (docs/domain.md#idempotency). */
const keyLifetimeMs = 24 * 3600_000;

/**
 * Idempotency keys of one transaction's follow-ups: a new one for each confirmed request. A request with an unknown
 * result keeps its key, even after other requests and after a reload.
 */
export class AttemptKeys {
  readonly #store: KeyStore;
  readonly #now: () => number;

  constructor(store: KeyStore = inMemory(), now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
  }

  /** Requests with an unknown result, the latest last. Card numbers in them are masked. */
  listUnknown(): unknown[] {
    return Object.entries(this.#store.read())
      .filter(([, { until }]) => until > this.#now())
      .flatMap(([request]) => parseRequest(request));
  }

  /** When the confirmation opens. */
  startAttempt(body: unknown): Attempt {
    const request = maskCardNumbers(JSON.stringify(body));
    const saved = this.#store.read()[request];
    const isReusable = saved !== undefined && saved.until > this.#now();
    return { request, key: isReusable ? saved.key : crypto.randomUUID() };
  }

  /** When the request is sent. Until it returns its result is unknown. */
  recordSent(attempt: Attempt): void {
    this.recordEnd(attempt, true);
  }

  /** When the request has returned or was cancelled. */
  recordEnd({ request, key }: Attempt, isUnknown: boolean): void {
    const now = this.#now();
    const others = Object.entries(this.#store.read()).filter(
      ([storedRequest, { until }]) => storedRequest !== request && until > now,
    );
    const current = isUnknown ? [[request, { key, until: now + keyLifetimeMs }] as const] : [];
    this.#store.write(Object.fromEntries([...others, ...current]));
  }
}

/** Session storage may contain anything. */
function parseRequest(request: string): unknown[] {
  try {
    return [JSON.parse(request)];
  } catch {
    return [];
  }
}

function inMemory(): KeyStore {
  let savedKeys: SavedKeys = {};
  return {
    read: () => savedKeys,
    write: (keys) => {
      savedKeys = keys;
    },
  };
}

/** Stored in the tab until sign-out, by transaction. */
export function openKeyStore(transactionId: string): KeyStore {
  const all = (): Readonly<Record<string, SavedKeys>> => parseObject(readSession('followUpKeys'));
  return {
    read: () => {
      const savedKeys = Object.entries(parseObject<unknown>(all()[transactionId])).filter(isSavedKey);
      return Object.fromEntries(savedKeys);
    },
    write: (keys) => writeSession('followUpKeys', { ...all(), [transactionId]: keys }),
  };
}

/** Session storage may contain anything, so its values are validated. */
function parseObject<T>(value: unknown): Readonly<Record<string, T>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, T>) : {};
}

function isSavedKey(entry: [string, unknown]): entry is [string, SavedKeys[string]] {
  const { key, until } = parseObject<unknown>(entry[1]);
  return typeof key === 'string' && typeof until === 'number';
}

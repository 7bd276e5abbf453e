/** A request that has been confirmed, and the key under which the server knows it. */
export type Attempt = { request: string; key: string };

/**
 * Idempotency keys of one transaction's follow-ups: a new one for each request confirmed, the same one again for a
 * request whose end nobody knows, whatever was tried in between.
 */
export class AttemptKeys {
  readonly #unknown = new Map<string, string>();

  /** When the confirmation opens. */
  attemptOf(request: unknown): Attempt {
    const text = JSON.stringify(request);
    return { request: text, key: this.#unknown.get(text) ?? crypto.randomUUID() };
  }

  /** When the call has come back, or given up. */
  ended({ request, key }: Attempt, isUnknown: boolean): void {
    if (isUnknown) this.#unknown.set(request, key);
    else this.#unknown.delete(request);
  }
}

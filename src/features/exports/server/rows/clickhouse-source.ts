import type { RowSource, Rows } from './row-source.ts';

/** Rows as the warehouse writes them. When it fails before the first of them, those of another source instead. */
export class ClickHouseSource implements RowSource {
  readonly #lines: AsyncGenerator<Rows>;
  readonly #instead: (error: unknown) => Promise<RowSource>;
  readonly #stop = new AbortController();
  readonly #ended = Promise.withResolvers<void>();
  #hasBegun = false;
  #other: RowSource | undefined;

  /** `lines` is to stop when its signal is aborted; `instead` may throw what it was told, or an error of its own. */
  constructor(
    lines: (signal: AbortSignal) => AsyncGenerator<Rows>,
    instead: (error: unknown) => Promise<RowSource>,
  ) {
    this.#lines = lines(this.#stop.signal);
    this.#instead = instead;
  }

  get over(): Promise<void> {
    return this.#ended.promise;
  }

  cancel(): void {
    this.#stop.abort();
    this.#other?.cancel();
  }

  async read(): Promise<Rows | undefined> {
    if (this.#other) return this.#other.read();
    try {
      const { value, done } = await this.#lines.next();
      this.#hasBegun = true;
      if (done) this.#ended.resolve();
      return done ? undefined : value;
    } catch (error) {
      return (await this.#otherAfter(error)).read();
    }
  }

  async #otherAfter(error: unknown): Promise<RowSource> {
    try {
      if (this.#hasBegun || this.#stop.signal.aborted) throw error;
      const other = await this.#instead(error);
      this.#other = other;
      this.#ended.resolve(other.over);
      // Cancelled while the other was asked.
      if (this.#stop.signal.aborted) other.cancel();
      return other;
    } catch (reason) {
      this.#ended.resolve();
      throw reason;
    }
  }
}

import { type ChdbSession, loadChdb } from './chdb.ts';

/**
 * Sessions of one data directory: each runs one query at a time, several run side by side. (Bound queries of the package
 * itself queue process-wide; `SET param_x` on a session of one's own does not.)
 */
export class SessionPool {
  readonly #idle: ChdbSession[];
  readonly #all: readonly ChdbSession[];
  readonly #waiting: ((session: ChdbSession) => void)[] = [];

  constructor(dataDir: string, size: number) {
    const { Session } = loadChdb();
    this.#all = Array.from({ length: size }, () => new Session(dataDir));
    this.#idle = [...this.#all];
  }

  async use<T>(work: (session: ChdbSession) => Promise<T>): Promise<T> {
    const session = this.#idle.pop() ?? (await new Promise<ChdbSession>((go) => this.#waiting.push(go)));
    try {
      return await work(session);
    } catch (error) {
      // What a failed query had written so far would come out before the answer of the next.
      await session.queryAsync('select 1', { format: 'Null' }).catch(() => {});
      throw error;
    } finally {
      const next = this.#waiting.shift();
      if (next) next(session);
      else this.#idle.push(session);
    }
  }

  /** Without it the engine may crash when the process ends. */
  close(): void {
    for (const session of this.#all) session.close();
  }
}

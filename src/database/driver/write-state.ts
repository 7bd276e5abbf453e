import { sqlState } from '../sql-state.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** A full disk, a disk that fails, and a server that has become a standby: statements that read still succeed. */
const writeFaults = new Set(['53100', '58030', '25006']);

/** Whether the server responds and does not write. */
export const cannotWrite = (error: unknown): boolean => writeFaults.has(sqlState(error));

export const writeNewFile =
  'create temporary table write_check on commit drop as select pg_current_xact_id()';

/** How often a server that could not write is asked again. */
const everyMs = 1000;

/**
 * Whether the server writes. A statement that it could not write is noticed; from then on `check` lets a statement write a
 * new file, until one succeeds. A free page in an old file would prove nothing.
 */
export class WriteState {
  readonly #write: () => Promise<unknown>;
  #fault: DatabaseUnavailable | undefined;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | undefined;

  /** `write` runs a statement that writes a new file. */
  constructor(write: () => Promise<unknown>) {
    this.#write = write;
  }

  /** Reads the error of any statement. */
  note(error: unknown): void {
    if (cannotWrite(error)) this.#fault ??= new DatabaseUnavailable((error as Error).message, error);
  }

  /** Throws DatabaseUnavailable with PostgreSQL's code while the server does not write. */
  async check(): Promise<void> {
    if (!this.#fault) return;
    this.#checking ??= this.#try().finally(() => (this.#checking = undefined));
    await this.#checking;
    if (this.#fault) throw this.#fault;
  }

  async #try(): Promise<void> {
    if (performance.now() - this.#checkedAt < everyMs) return;
    try {
      await this.#write();
      this.#fault = undefined;
    } catch {
      this.#checkedAt = performance.now();
    }
  }
}

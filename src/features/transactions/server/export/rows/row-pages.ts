import type { Rows } from './row-source.ts';

/** More than this waits for the reader: the store is asked to wait too. */
const mostBytes = 512 * 1024;
/** What stands before each row on the wire: a letter and a length. */
const frameBytes = 5;

/**
 * Gathers the rows of a COPY as they come, one to a message, into pages, without moving them to other memory: what stood
 * before each row on the wire gives the room for a longer line end. (New memory for every page made the collector work
 * as long as all the rest of an export.)
 */
export class RowPages {
  readonly #isCrlf: boolean;
  readonly #full: Rows[] = [];
  #fullBytes = 0;
  #memory: ArrayBufferLike | undefined;
  #start = 0;
  #end = 0;
  #next = 0;
  #count = 0;

  constructor(isCrlf: boolean) {
    this.#isCrlf = isCrlf;
  }

  /** Takes a row that ends with LF, whose memory and that of its frame is ours; false when no more should come. */
  add(row: Buffer): boolean {
    const from = row.byteOffset;
    if (row.buffer !== this.#memory || from - frameBytes !== this.#next) {
      this.#turn();
      this.#memory = row.buffer;
      this.#start = from - frameBytes;
      this.#end = this.#start;
    }
    const memory = new Uint8Array(row.buffer, this.#start, from + row.length - this.#start);
    const at = this.#end - this.#start;
    memory.copyWithin(at, from - this.#start);
    this.#end += row.length;
    if (this.#isCrlf) {
      memory[at + row.length - 1] = 0x0d;
      memory[at + row.length] = 0x0a;
      this.#end += 1;
    }
    this.#next = from + row.length;
    this.#count += 1;
    return this.#fullBytes < mostBytes;
  }

  /** The oldest rows. */
  take(): Rows | undefined {
    if (this.#full.length === 0) this.#turn();
    const rows = this.#full.shift();
    this.#fullBytes -= rows?.bytes.length ?? 0;
    return rows;
  }

  get isLow(): boolean {
    return this.#fullBytes < mostBytes / 2;
  }

  #turn(): void {
    if (!this.#memory || this.#count === 0) return;
    const bytes = new Uint8Array(this.#memory, this.#start, this.#end - this.#start);
    this.#full.push({ bytes, count: this.#count });
    this.#fullBytes += bytes.length;
    this.#memory = undefined;
    this.#count = 0;
  }
}

/** Some whole rows as they stand in the file, line ends and all. */
export interface Rows {
  bytes: Uint8Array;
  count: number;
}

/** Rows of a file on their way from a store. */
export interface RowSource {
  /** The rows that have come; undefined after the last. Throws what they were broken off with. */
  read(): Promise<Rows | undefined>;
  /** Tells the store that nobody wants the rest. What is already on its way is still to be read. */
  cancel(): void;
  /** Resolved when nothing more comes and nothing is held for it. */
  readonly over: Promise<void>;
}

/** Whole rows of the file with their line ends. */
export interface Rows {
  bytes: Uint8Array;
  count: number;
}

/** Streaming rows of a file. */
export interface RowSource {
  /** The next rows; undefined after the last. Throws the reason of an abort. */
  read(): Promise<Rows | undefined>;
  /** Cancels the query. Rows in transit still have to be read. */
  cancel(): void;
  /** Resolves when nothing more arrives and nothing is held. */
  readonly ended: Promise<void>;
}

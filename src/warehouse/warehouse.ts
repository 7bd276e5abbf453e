import type { Readable } from 'node:stream';
import type { ClickHouseSql } from './clickhouse-sql.ts';

export type WarehouseCell = string | number | boolean | null;

export interface ReadOptions {
  /** Aborted when the client has disconnected. The query is also stopped in the store. */
  signal?: AbortSignal;
  timeoutMs?: number;
}

/**
 * The store of reports. Two adapters: a ClickHouse server (`clickhouse-http.ts`) and the embedded engine
 * (`embedded-warehouse.ts`). Errors of a query carry ClickHouse's `code` and `type`.
 */
export interface Warehouse {
  /** Rows of a select, each with its columns in order; 64-bit integers as text. */
  rows(select: ClickHouseSql, options?: ReadOptions): Promise<WarehouseCell[][]>;
  /**
   *  * Rows of one text each, with LF after every row. Each piece ends with a row. Reads at the consumer's pace. The query
   * is stopped when the consumer leaves or `signal` is aborted. Throws unless every row arrived.
   */
  lines(select: ClickHouseSql, options?: ReadOptions): AsyncGenerator<Uint8Array>;
  /** Inserts rows from tab-separated lines. Resolves when they are stored. */
  insert(table: string, columns: readonly string[], lines: Readable): Promise<void>;
  /** A statement without a result. */
  command(statement: ClickHouseSql): Promise<void>;
  close(): Promise<void>;
}

/** A query exceeded its timeout. */
export class WarehouseTimeout extends Error {}

export const readTimeoutMs = 30_000;
const timeoutCode = '159';
const cancelledCode = '394';

/** Converts an error of ClickHouse to what both adapters throw. */
export function namedError(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (code === timeoutCode) return new WarehouseTimeout(message);
  if (code === cancelledCode) return new DOMException('The query was stopped', 'AbortError');
  return error;
}

/** The settings of a read, appended to its statement by both adapters. */
export function readSettings(timeoutMs: number): string {
  return [
    `max_execution_time = ${Math.max(1, Math.ceil(timeoutMs / 1000))}`,
    'output_format_json_quote_64bit_integers = 1',
    // All versions of a row are in one month, so FINAL can process partitions separately.
    'do_not_merge_across_partitions_select_final = 1',
  ].join(', ');
}

/** Makes the format CustomSeparated write rows of one text unescaped. */
export const lineSettings = [
  "format_custom_escaping_rule = 'Raw'",
  String.raw`format_custom_row_after_delimiter = '\n'`,
  // Sorts large results on disk.
  'max_bytes_before_external_sort = 268435456',
].join(', ');

/** Cuts the pieces of a stream after their last line end. Returns the rest after the last line. */
export async function* completeLines(
  stream: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, Uint8Array> {
  let rest: Uint8Array = Buffer.alloc(0);
  for await (const piece of stream) {
    const end = piece.lastIndexOf(0x0a) + 1;
    if (end > 0)
      yield rest.length > 0 ? Buffer.concat([rest, piece.subarray(0, end)]) : piece.subarray(0, end);
    rest = end > 0 ? piece.subarray(end) : Buffer.concat([rest, piece]);
  }
  return rest;
}

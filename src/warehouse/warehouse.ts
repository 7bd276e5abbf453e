import type { Readable } from 'node:stream';
import type { ClickHouseSql } from './clickhouse-sql.ts';

export type WarehouseCell = string | number | boolean | null;

export interface ReadOptions {
  /** Aborted when the reader is gone. The query is stopped in the store too. */
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
   * Rows of one text each, as they are, with LF after every row; each piece ends with a row. Read only as fast as they
   * are taken. The query is stopped when the reader leaves early or `signal` is aborted. Throws unless every row came.
   */
  lines(select: ClickHouseSql, options?: ReadOptions): AsyncGenerator<Uint8Array>;
  /** Rows as tab-separated lines; they are stored when it resolves. */
  insert(table: string, columns: readonly string[], lines: Readable): Promise<void>;
  /** A statement without a result. */
  command(statement: ClickHouseSql): Promise<void>;
  close(): Promise<void>;
}

/** A query ran longer than it may. */
export class WarehouseTimeout extends Error {}

export const readTimeoutMs = 30_000;
const codeOfTimeout = '159';
const codeOfCancel = '394';

/** What both adapters throw for an error of ClickHouse. */
export function namedError(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (code === codeOfTimeout) return new WarehouseTimeout(message);
  if (code === codeOfCancel) return new DOMException('The query was stopped', 'AbortError');
  return error;
}

/** Settings of a read, for the end of its statement: both adapters read them there. */
export function readSettings(timeoutMs: number): string {
  return [
    `max_execution_time = ${Math.max(1, Math.ceil(timeoutMs / 1000))}`,
    'output_format_json_quote_64bit_integers = 1',
    // Versions of a row share its month, so FINAL may read each month by itself.
    'do_not_merge_across_partitions_select_final = 1',
  ].join(', ');
}

/** The format CustomSeparated writes rows of one text as they are. */
export const lineSettings = [
  "format_custom_escaping_rule = 'Raw'",
  String.raw`format_custom_row_after_delimiter = '\n'`,
  // Many rows are sorted on disk.
  'max_bytes_before_external_sort = 268435456',
].join(', ');

/** The pieces of a stream cut behind their last line end; returns what follows the last of all. */
export async function* wholeLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, Uint8Array> {
  let rest: Uint8Array = Buffer.alloc(0);
  for await (const piece of stream) {
    const end = piece.lastIndexOf(0x0a) + 1;
    if (end > 0)
      yield rest.length > 0 ? Buffer.concat([rest, piece.subarray(0, end)]) : piece.subarray(0, end);
    rest = end > 0 ? piece.subarray(end) : Buffer.concat([rest, piece]);
  }
  return rest;
}

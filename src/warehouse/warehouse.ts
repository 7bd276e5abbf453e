import type { Readable } from 'node:stream';
import type { ClickHouseSql } from './clickhouse-sql.ts';

export type WarehouseCell = string | number | boolean | null;

export interface ReadOptions {
  /** Aborted when the client has disconnected. The query is also stopped in the store. */
  signal?: AbortSignal;
  timeoutMs?: number;
}

/**
 * The store of reports: a ClickHouse server (`clickhouse-http.ts`). Tests use its engine in a process of their own
 * (`src/testing/warehouse`). Errors of a query carry ClickHouse's `code` and `type`.
 */
export interface Warehouse {
  /** Rows of a select, each with its columns in order; 64-bit integers as text. */
  rows(select: ClickHouseSql, options?: ReadOptions): Promise<WarehouseCell[][]>;
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

/** Converts an error of ClickHouse to what the interface throws. */
export function namedError(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (code === timeoutCode) return new WarehouseTimeout(message);
  if (code === cancelledCode) return new DOMException('The query was stopped', 'AbortError');
  return error;
}

/** The settings of a read, appended to its statement. */
export function readSettings(timeoutMs: number): string {
  return [
    `max_execution_time = ${Math.max(1, Math.ceil(timeoutMs / 1000))}`,
    'output_format_json_quote_64bit_integers = 1',
    // All versions of a row are in one month, so FINAL can process partitions separately.
    'do_not_merge_across_partitions_select_final = 1',
  ].join(', ');
}

import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { type Clause, written } from './clause.ts';

export type WarehouseCell = string | number | boolean | null;

export interface ReadOptions {
  /** Aborted when nobody waits for the answer any more: the query is stopped in the store too. */
  signal?: AbortSignal;
  timeoutMs?: number;
}

/** The store of reports: ClickHouse, by its HTTP interface, wherever it runs. */
export interface Warehouse {
  /** Rows of a select, each with its columns in order; 64-bit integers as text. */
  rows(select: Clause, options?: ReadOptions): Promise<WarehouseCell[][]>;
  /** A select's answer as the store writes it, in a format that has a row to a line. */
  lines(select: Clause, format: LineFormat, options?: ReadOptions): Promise<Readable>;
  /** Rows as tab-separated lines; they are in when it resolves. */
  insert(table: string, columns: readonly string[], lines: Readable): Promise<void>;
  /** A statement that answers nothing. */
  command(statement: Clause): Promise<void>;
  close(): Promise<void>;
}

export type LineFormat = 'CSV' | 'TabSeparated';

const readTimeoutMs = 30_000;
/** Loads of many rows, and tables made on a cluster. */
const writeTimeoutMs = 300_000;
const codeOfTimeout = '159';
const codeOfCancel = '394';

/** A query ran longer than it may. */
export class WarehouseTimeout extends Error {}

/** `url` as http://user:password@host:8123/database. */
export function openWarehouse(url: string): Warehouse {
  const client = createClient({
    url,
    request_timeout: writeTimeoutMs,
    max_open_connections: 16,
    // Failures are thrown to us, who log them with the request they belong to.
    log: { level: ClickHouseLogLevel.OFF },
    keep_alive: { enabled: true, idle_socket_ttl: 2000 },
  });

  async function ask<T>(
    select: Clause,
    { signal, timeoutMs = readTimeoutMs }: ReadOptions,
    run: (question: {
      query: string;
      query_params: Record<string, unknown>;
      query_id: string;
      abort_signal: AbortSignal | undefined;
    }) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const { query, params } = written(select);
    const id = randomUUID();
    const stop = () =>
      void client
        .command({ query: 'kill query where query_id = {id:String} async', query_params: { id } })
        .catch(() => {});
    signal?.addEventListener('abort', stop, { once: true });
    try {
      return await run({
        query: `${query}\nsettings ${settings(timeoutMs)}`,
        query_params: params,
        query_id: id,
        abort_signal: signal,
      });
    } catch (error) {
      throw signal?.aborted ? signal.reason : named(error);
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  return {
    rows: (select, options = {}) =>
      ask(select, options, async (question) => {
        const answer = await client.query({ ...question, format: 'JSONCompact' });
        const { data } = await answer.json<WarehouseCell[]>();
        return data as unknown as WarehouseCell[][];
      }),
    lines: (select, format, options = {}) =>
      ask(select, options, async (question) => {
        const answer = await client.exec({ ...question, query: `${question.query} format ${format}` });
        return answer.stream as Readable;
      }),
    async insert(table, columns, lines) {
      await client.insert({
        table,
        values: lines,
        format: 'TabSeparated',
        columns: columns as [string, ...string[]],
      });
    },
    async command(statement) {
      const { query, params } = written(statement);
      await client.command({ query, query_params: params });
    },
    close: () => client.close(),
  };
}

/** In the statement itself: both a server and the embedded engine read them there. */
function settings(timeoutMs: number): string {
  return [
    `max_execution_time = ${Math.max(1, Math.ceil(timeoutMs / 1000))}`,
    'output_format_json_quote_64bit_integers = 1',
    // Versions of a row share its month, so that months can be looked through each by itself.
    'do_not_merge_across_partitions_select_final = 1',
  ].join(', ');
}

function named(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (code === codeOfTimeout) return new WarehouseTimeout(message);
  if (code === codeOfCancel) return new DOMException('The query was stopped', 'AbortError');
  return error;
}

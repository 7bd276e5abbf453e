import { randomUUID } from 'node:crypto';
import { type Readable, addAbortSignal } from 'node:stream';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { type ClickHouseSql, compile } from './clickhouse-sql.ts';

export type WarehouseCell = string | number | boolean | null;

export interface ReadOptions {
  /** Aborted when nobody waits for the answer any more: the query is stopped in the store too. */
  signal?: AbortSignal;
  timeoutMs?: number;
}

/** The store of reports: ClickHouse, by its HTTP interface, wherever it runs. */
export interface Warehouse {
  /** Rows of a select, each with its columns in order; 64-bit integers as text. */
  rows(select: ClickHouseSql, options?: ReadOptions): Promise<WarehouseCell[][]>;
  /**
   * Rows of one text each, as they are, with LF after every row; each piece ends with a row. Read only as fast as they
   * are taken; left early, or when `signal` is aborted, the query is stopped. Throws unless every row came.
   */
  lines(select: ClickHouseSql, options?: ReadOptions): AsyncGenerator<Uint8Array>;
  /** Rows as tab-separated lines; they are in when it resolves. */
  insert(table: string, columns: readonly string[], lines: Readable): Promise<void>;
  /** A statement that answers nothing. */
  command(statement: ClickHouseSql): Promise<void>;
  close(): Promise<void>;
}

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

  const kill = (id: string): void =>
    void client
      .command({ query: 'kill query where query_id = {id:String} async', query_params: { id } })
      .catch(() => {});

  async function ask<T>(
    select: ClickHouseSql,
    { signal, timeoutMs = readTimeoutMs }: ReadOptions,
    run: (question: {
      query: string;
      query_params: Record<string, unknown>;
      query_id: string;
      abort_signal: AbortSignal | undefined;
    }) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const { query, params } = compile(select);
    const id = randomUUID();
    const stop = () => kill(id);
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
    async *lines(select, { signal, timeoutMs = readTimeoutMs } = {}) {
      signal?.throwIfAborted();
      const { query, params } = compile(select);
      const id = randomUUID();
      let isWhole = false;
      try {
        const { stream } = await client.exec({
          query: `${query}\nsettings ${settings(timeoutMs)}, ${lineSettings} format CustomSeparated`,
          query_params: params,
          query_id: id,
          abort_signal: signal,
        });
        // Of a question that has begun to be answered the client forgets the signal.
        yield* splitLines(signal ? addAbortSignal(signal, stream as Readable) : (stream as Readable));
        isWhole = true;
      } catch (error) {
        throw signal?.aborted ? signal.reason : named(error);
      } finally {
        if (!isWhole) kill(id);
      }
    },
    async insert(table, columns, lines) {
      await client.insert({
        table,
        values: lines,
        format: 'TabSeparated',
        columns: columns as [string, ...string[]],
      });
    },
    async command(statement) {
      const { query, params } = compile(statement);
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

/** After the last row: an answer without it was broken off, whatever its text says. */
const endMark = 0x04;
const lineSettings = [
  "format_custom_escaping_rule = 'Raw'",
  String.raw`format_custom_row_after_delimiter = '\n'`,
  String.raw`format_custom_result_after_delimiter = '\x04'`,
  // Of a great many rows the order is made on disk.
  'max_bytes_before_external_sort = 268435456',
].join(', ');

/** The pieces of an answer cut behind their last line end. */
async function* splitLines(answer: Readable): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = Buffer.alloc(0);
  for await (const piece of answer as AsyncIterable<Buffer>) {
    const end = piece.lastIndexOf(0x0a) + 1;
    if (end > 0)
      yield rest.length > 0 ? Buffer.concat([rest, piece.subarray(0, end)]) : piece.subarray(0, end);
    rest = end > 0 ? piece.subarray(end) : Buffer.concat([rest, piece]);
  }
  if (rest.length !== 1 || rest[0] !== endMark) throw new Error('the answer of the warehouse was broken off');
}

function named(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (code === codeOfTimeout) return new WarehouseTimeout(message);
  if (code === codeOfCancel) return new DOMException('The query was stopped', 'AbortError');
  return error;
}

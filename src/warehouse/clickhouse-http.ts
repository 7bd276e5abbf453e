import { randomUUID } from 'node:crypto';
import { type Readable, addAbortSignal } from 'node:stream';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { type ClickHouseSql, compile } from './clickhouse-sql.ts';
import {
  type ReadOptions,
  type Warehouse,
  type WarehouseCell,
  lineSettings,
  namedError,
  readSettings,
  readTimeoutMs,
  wholeLines,
} from './warehouse.ts';

/** Loads of many rows, and tables made on a cluster. */
const writeTimeoutMs = 300_000;

/** A ClickHouse server by its HTTP interface; `url` as http://user:password@host:8123/database. */
export function openClickHouse(url: string): Warehouse {
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
        query: `${query}\nsettings ${readSettings(timeoutMs)}`,
        query_params: params,
        query_id: id,
        abort_signal: signal,
      });
    } catch (error) {
      throw signal?.aborted ? signal.reason : namedError(error);
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
          query: `${query}\nsettings ${readSettings(timeoutMs)}, ${lineSettings}, ${endMarkSetting} format CustomSeparated`,
          query_params: params,
          query_id: id,
          abort_signal: signal,
        });
        // Of a question that has begun to be answered the client forgets the signal.
        yield* splitLines(signal ? addAbortSignal(signal, stream as Readable) : (stream as Readable));
        isWhole = true;
      } catch (error) {
        throw signal?.aborted ? signal.reason : namedError(error);
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

/** After the last row: a response without it was cut off. */
const endMark = 0x04;
const endMarkSetting = String.raw`format_custom_result_after_delimiter = '\x04'`;

async function* splitLines(answer: Readable): AsyncGenerator<Uint8Array> {
  const rest = yield* wholeLines(answer as AsyncIterable<Uint8Array>);
  if (rest.length !== 1 || rest[0] !== endMark) throw new Error('the answer of the warehouse was broken off');
}

import { randomUUID } from 'node:crypto';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { type ClickHouseSql, compile } from './clickhouse-sql.ts';
import {
  type ReadOptions,
  type Warehouse,
  type WarehouseCell,
  namedError,
  readSettings,
  readTimeoutMs,
} from './warehouse.ts';

/** Long enough for bulk loads and tables created on a cluster. */
const writeTimeoutMs = 300_000;

/** A ClickHouse server, through its HTTP interface. `url`: http://user:password@host:8123/database. */
export function openClickHouse(url: string): Warehouse {
  const client = createClient({
    url,
    request_timeout: writeTimeoutMs,
    max_open_connections: 16,
    // The caller logs failures with the request they belong to.
    log: { level: ClickHouseLogLevel.OFF },
    keep_alive: { enabled: true, idle_socket_ttl: 2000 },
  });
  return {
    rows: (select, options = {}) => readRows(client, select, options),
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

function killQuery(client: ClickHouseClient, id: string): void {
  void client
    .command({ query: 'kill query where query_id = {id:String} async', query_params: { id } })
    .catch(() => {});
}

async function readRows(
  client: ClickHouseClient,
  select: ClickHouseSql,
  { signal, timeoutMs = readTimeoutMs }: ReadOptions,
): Promise<WarehouseCell[][]> {
  signal?.throwIfAborted();
  const { query, params } = compile(select);
  const id = randomUUID();
  const stop = () => killQuery(client, id);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const response = await client.query({
      query: `${query}\nsettings ${readSettings(timeoutMs)}`,
      query_params: params,
      query_id: id,
      abort_signal: signal,
      format: 'JSONCompact',
    });
    const { data } = await response.json<WarehouseCell[]>();
    return data;
  } catch (error) {
    throw signal?.aborted ? signal.reason : namedError(error);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

import type { ParameterValue } from '#warehouse/clickhouse-sql.ts';

interface Query {
  id: number;
  query: string;
  params: Readonly<Record<string, ParameterValue>>;
}

/** A request to the engine's process. `id` identifies it in all its messages. */
export type EngineRequest =
  /** Returns JSON in ClickHouse's format JSONCompact. */
  | (Query & { kind: 'rows' })
  /** Returns no data. */
  | (Query & { kind: 'command' })
  | { kind: 'insert'; id: number; table: string; columns: readonly string[]; lines: Uint8Array }
  /** Stops the query of a request. The request fails, or has ended already. */
  | { kind: 'cancel'; id: number };

/** One response to each request except `cancel`. */
export type EngineResponse =
  | { kind: 'bytes'; id: number; bytes: Uint8Array }
  | { kind: 'done'; id: number }
  | { kind: 'error'; id: number; code: string; type: string; message: string };

/** Sent once, when the process accepts requests. */
export interface EngineReady {
  kind: 'ready';
}

import type { BoundValue } from './clickhouse-sql.ts';

interface Query {
  id: number;
  query: string;
  params: Readonly<Record<string, BoundValue>>;
}

/** What the embedded engine's process is asked to do. `id` names the request in all messages about it. */
export type EngineRequest =
  /** JSON in ClickHouse's format JSONCompact. */
  | (Query & { kind: 'rows' })
  /** Nothing but the end. */
  | (Query & { kind: 'command' })
  /** The first piece of lines; `more` asks for each further one. */
  | (Query & { kind: 'lines' })
  | { kind: 'more'; id: number }
  | { kind: 'insert'; id: number; table: string; columns: readonly string[]; lines: Uint8Array }
  /** Stops the query of a request. The request fails, or has ended already. */
  | { kind: 'cancel'; id: number };

/** One response to each request but `cancel`. */
export type EngineResponse =
  | { kind: 'bytes'; id: number; bytes: Uint8Array }
  /** Of lines: the last piece was sent before. */
  | { kind: 'done'; id: number }
  | { kind: 'error'; id: number; code: string; type: string; message: string };

/** Sent once, when requests may come. */
export interface EngineReady {
  kind: 'ready';
}

import type { IncomingHttpHeaders } from 'node:http';

export interface SimulatedRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** 1 for the first request of the simulator. */
  number: number;
  /** A slow request has arrived and acts once this resolves. */
  gate?: Promise<unknown>;
}

export interface SimulatedAnswer {
  status: number;
  headers?: Record<string, string>;
  /** A text is sent as it is, all else as JSON. */
  body?: unknown;
}

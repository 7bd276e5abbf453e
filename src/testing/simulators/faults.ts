import type { SimulatedRequest } from './http-messages.ts';

/**
 * What goes wrong with one request. `processed` is whether the vendor acts on it:
 * - `lost-request`: the connection closes, nothing happens.
 * - `lost-answer`: processed, then the connection closes.
 * - `late-arrival`: the connection closes now, and the request is processed at `arriveLate()` or when `until` resolves.
 * - `slow`: processed and answered when `until` resolves, or after `ms`.
 * - `silence`: no answer, ever. Processed only on request.
 * - `rate-limited` (429), `server-error` (500), `html` (502), `cut-json`: an answer without a result.
 */
export interface Fault {
  kind:
    | 'lost-request'
    | 'lost-answer'
    | 'late-arrival'
    | 'slow'
    | 'silence'
    | 'rate-limited'
    | 'server-error'
    | 'html'
    | 'cut-json';
  processed?: boolean;
  until?: Promise<unknown>;
  ms?: number;
  /** The answer of `rate-limited` and `server-error`, such as Stripe's `lock_timeout`; none by default. */
  body?: object;
  /** Response headers, such as `Transient-Error: true`. */
  headers?: Record<string, string>;
}

export type FaultOf = (request: SimulatedRequest) => Fault | undefined;

/** A header of a direct call: `Simulator-Fault: server-error;processed;ms=50`. */
export const faultHeader = 'simulator-fault';

const kinds: readonly Fault['kind'][] = [
  'lost-request',
  'lost-answer',
  'late-arrival',
  'slow',
  'silence',
  'rate-limited',
  'server-error',
  'html',
  'cut-json',
];

/** Throws for a name that is no fault, so a misspelt test fails. */
export function parseFault(header: string): Fault {
  const [name, ...options] = header.split(';').map((part) => part.trim());
  const kind = kinds.find((candidate) => candidate === name);
  if (!kind) throw new Error(`Unknown fault: ${name}`);
  const ms = options.find((option) => option.startsWith('ms='))?.slice(3);
  return { kind, processed: options.includes('processed'), ms: ms === undefined ? undefined : Number(ms) };
}

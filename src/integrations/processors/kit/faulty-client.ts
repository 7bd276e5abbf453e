import type { ProcessorConnection, SendResult } from '../adapter.ts';
import type { StreamingClient, WebClient, WebRequest, WebResponse } from '../../web/web-client.ts';
import type { FaultInjector, FaultKind } from './subject.ts';

const timedOut: WebResponse = { kind: 'failed', why: 'timeout', isSent: true };

type Hit = (deliver: () => Promise<unknown>) => void;

class Faults {
  #next: { kind: FaultKind; hit: Hit } | undefined;

  arm(kind: FaultKind): { arrive(): Promise<unknown> } {
    let deliver: (() => Promise<unknown>) | undefined;
    this.#next = { kind, hit: (held) => (deliver = held) };
    return {
      async arrive() {
        if (!deliver) throw new Error('the kit armed a fault that no call has met');
        return deliver();
      },
    };
  }

  take(): { kind: FaultKind; hit: Hit } | undefined {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }
}

/** A client whose next request meets a fault. Any adapter that makes its requests with the given client can be checked. */
export function faultyClient(inner: StreamingClient): { client: StreamingClient; faults: FaultInjector } {
  const faults = new Faults();
  let longestMs = 0;
  const client: StreamingClient = {
    open: (request) => inner.open(request),
    async send(request) {
      // The client's own limit where the adapter gives none.
      longestMs = Math.max(longestMs, request.timeoutMs ?? Infinity);
      const fault = faults.take();
      return fault ? meet(fault, inner, request) : inner.send(request);
    },
  };
  const supported = [
    'lost-request',
    'lost-answer',
    'late',
    'status-429',
    'status-503',
    'status-500',
    'html',
    'cut-json',
    'empty',
  ] as const;
  return {
    client,
    faults: { supported, why: '', next: (kind) => faults.arm(kind), longestMs: () => longestMs },
  };
}

async function meet(
  { kind, hit }: { kind: FaultKind; hit: Hit },
  inner: WebClient,
  request: WebRequest,
): Promise<WebResponse> {
  switch (kind) {
    case 'lost-request':
      return timedOut;
    case 'late':
      hit(() => inner.send(request));
      return timedOut;
    case 'status-429':
      return { kind: 'response', status: 429, body: 'Too many requests', headers: {} };
    case 'status-503':
      return { kind: 'response', status: 503, body: '<html>Service unavailable</html>', headers: {} };
    default:
      return replaceAnswer(kind, await inner.send(request));
  }
}

/** The headers stay: with another body their signature is wrong. */
function replaceAnswer(kind: FaultKind, answer: WebResponse): WebResponse {
  if (kind === 'lost-answer' || answer.kind !== 'response') return timedOut;
  if (kind === 'status-500') return { ...answer, status: 500, body: '{"error":"internal"}' };
  if (kind === 'html') return { ...answer, body: '<html>Bad gateway</html>' };
  return { ...answer, body: kind === 'empty' ? '' : answer.body.slice(0, -5) };
}

/** The faults of a connection in this process, which makes no request. */
export function faultyConnection(connection: ProcessorConnection): {
  connection: ProcessorConnection;
  faults: FaultInjector;
} {
  const faults = new Faults();
  const noResponse: SendResult = { kind: 'no-response', why: 'timeout' };
  const faulty: ProcessorConnection = {
    ...connection,
    async send(operation) {
      const fault = faults.take();
      if (!fault) return connection.send(operation);
      if (fault.kind === 'late') fault.hit(() => connection.send(operation));
      if (fault.kind === 'lost-answer') await connection.send(operation);
      return noResponse;
    },
  };
  const supported = ['lost-request', 'lost-answer', 'late'] as const;
  const why = 'it runs in this process and makes no request';
  return { connection: faulty, faults: { supported, why, next: (kind) => faults.arm(kind) } };
}

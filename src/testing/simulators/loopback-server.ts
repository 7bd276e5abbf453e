import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultHeader, parseFault, type Fault, type FaultOf } from './faults.ts';
import type { SimulatedAnswer, SimulatedRequest } from './http-messages.ts';

interface LoopbackServer {
  url: string;
  setFault(faultOf: FaultOf | null): void;
  /** Processes what `late-arrival` holds back, oldest first, and returns the number of requests. */
  arriveLate(): Promise<number>;
  /** The last thousand requests, processed or not, with masked cards. */
  requests(): readonly SimulatedRequest[];
  close(): Promise<void>;
}

const keptRequests = 1000;

/** A server on 127.0.0.1 whose answers can be lost, delayed or damaged. */
export async function startLoopbackServer(
  port: number,
  answer: (request: SimulatedRequest) => Promise<SimulatedAnswer>,
): Promise<LoopbackServer> {
  const requests: SimulatedRequest[] = [];
  const late: (() => Promise<unknown>)[] = [];
  let faultOf: FaultOf | null = null;
  let count = 0;

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://loopback');
      const request: SimulatedRequest = {
        method: incoming.method ?? 'GET',
        path: pathname,
        query: searchParams,
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        number: (count += 1),
      };
      requests.push({ ...request, body: maskCards(request.body) });
      if (requests.length > keptRequests) requests.shift();
      serve(request, response).catch((error: unknown) => {
        send(response, { status: 500, body: `The simulator failed: ${String(error)}` });
      });
    });
  });

  async function serve(request: SimulatedRequest, response: ServerResponse): Promise<void> {
    const header = request.headers[faultHeader];
    const fault = typeof header === 'string' ? parseFault(header) : faultOf?.(request);
    if (fault?.kind === 'late-arrival') {
      const process = () => answer(request);
      if (fault.until) void fault.until.then(process);
      else if (fault.ms !== undefined) setTimeout(() => void process(), fault.ms).unref();
      else late.push(process);
      response.destroy();
    } else if (fault?.kind === 'slow') {
      const gate = fault.until ?? new Promise((resolve) => setTimeout(resolve, fault.ms ?? 0));
      send(response, await answer({ ...request, gate }));
    } else if (fault) await fail(fault, () => answer(request), response);
    else send(response, await answer(request));
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setFault: (next) => {
      faultOf = next;
    },
    arriveLate: async () => {
      const held = late.splice(0);
      for (const process of held) await process();
      return held.length;
    },
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function fail(
  fault: Fault,
  process: () => Promise<SimulatedAnswer>,
  response: ServerResponse,
): Promise<void> {
  const needed = fault.processed || fault.kind === 'lost-answer' || fault.kind === 'cut-json';
  const answer = needed ? await process() : undefined;
  const { headers = {}, body: errorBody = '' } = fault;
  if (fault.kind === 'silence') return;
  if (fault.kind === 'rate-limited')
    send(response, { status: 429, headers: { 'retry-after': '1', ...headers }, body: errorBody });
  else if (fault.kind === 'server-error') send(response, { status: 500, headers, body: errorBody });
  else if (fault.kind === 'html') {
    const body = '<html><body><h1>502 Bad Gateway</h1></body></html>';
    send(response, { status: 502, headers: { 'content-type': 'text/html', ...headers }, body });
  } else if (fault.kind === 'cut-json') {
    const whole = JSON.stringify(answer?.body ?? {});
    const body = whole.slice(0, Math.ceil(whole.length / 2));
    send(response, { status: 200, headers: { 'content-type': 'application/json', ...headers }, body });
  } else response.destroy();
}

function send(response: ServerResponse, answer: SimulatedAnswer): void {
  if (response.destroyed) return;
  const isText = typeof answer.body === 'string';
  const text = isText
    ? (answer.body as string)
    : answer.body === undefined
      ? ''
      : JSON.stringify(answer.body);
  response.writeHead(answer.status, {
    ...(isText || text === '' ? {} : { 'content-type': 'application/json' }),
    ...answer.headers,
  });
  response.end(text);
}

/** First six and last four digits; no CVC. For JSON and for forms. */
function maskCards(body: string): string {
  return body
    .replaceAll(/\b(\d{6})\d{2,9}(\d{4})\b/g, (number: string, first: string, last: string) =>
      number.length >= 12 ? `${first}******${last}` : number,
    )
    .replaceAll(/("(?:card_)?cvc"\s*:\s*")\d+/g, '$1***')
    .replaceAll(/(cvc(?:%5D|])?=)\d+/g, '$1***');
}

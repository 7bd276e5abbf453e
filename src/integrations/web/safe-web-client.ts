import { lookup } from 'node:dns';
import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type LookupFunction, isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import type { StreamingClient, WebRequest, WebStream } from './web-client.ts';

interface Options {
  /** For tests and demos: allows http and private addresses. */
  isInsecureAllowed: boolean;
  /** `host:port` that may be called by http and at private addresses, in the form of a URL. */
  privateHosts?: readonly string[];
  /** Uses a connection for several requests, for hosts that are called often. False when missing. */
  keepsConnections?: boolean;
  /** The name resolver; the machine's own when missing. */
  resolve?: LookupFunction;
}

class PrivateAddress extends Error {}
class TooLarge extends Error {}

/**
 * Sends to https only, and to addresses of the public internet only. The address is checked when the connection is made,
 * on the same lookup result, so a name cannot resolve differently between check and use.
 */
export function safeWebClient({
  isInsecureAllowed,
  privateHosts = [],
  keepsConnections = false,
  resolve = lookup as LookupFunction,
}: Options): StreamingClient {
  const trusted = new Set(privateHosts);
  const agents = keepsConnections ? keepingAgents() : undefined;
  const checkedLookup =
    (isAnyAllowed: boolean): LookupFunction =>
    (hostname, options, done) => {
      resolve(hostname, { ...options, all: true }, (error, found) => {
        const addresses = Array.isArray(found) ? found : [];
        if (error) return done(error, []);
        // One private address among public ones is enough to refuse.
        const areAllowed = isAnyAllowed || addresses.every(({ address }) => isPublicAddress(address));
        if (addresses.length === 0 || !areAllowed) return done(new PrivateAddress(hostname), []);
        const [first] = addresses;
        return options.all ? done(null, addresses) : done(null, first?.address ?? '', first?.family);
      });
    };
  const open = async (request: WebRequest): Promise<OpenResponse | Failure> => {
    const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
    if (!url || url.username !== '' || url.password !== '') return { kind: 'refused', why: 'url' };
    const isAnyAllowed = isInsecureAllowed || trusted.has(hostAndPort(url));
    if (url.protocol !== 'https:' && !(isAnyAllowed && url.protocol === 'http:')) {
      return { kind: 'refused', why: 'scheme' };
    }
    // An IP address is never looked up.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAnyAllowed && !isPublicAddress(host))
      return { kind: 'refused', why: 'address' };
    const agent = (url.protocol === 'https:' ? agents?.https : agents?.http) ?? false;
    return sendRequest(url, request, { lookup: checkedLookup(isAnyAllowed), agent });
  };
  return {
    async send(request) {
      const opened = await open(request);
      if (opened.kind !== 'open') return opened;
      try {
        const body = await readText(opened.response, request);
        const headers = flatHeaders(opened.response);
        return { kind: 'response', status: opened.response.statusCode ?? 0, body, headers };
      } catch (error) {
        return toFailure(error, opened.signal, true);
      }
    },
    async open(request) {
      const opened = await open(request);
      if (opened.kind !== 'open') return opened;
      const { response } = opened;
      const { statusCode: status = 0 } = response;
      // A body that is not read must not end the process when the time is over.
      response.on('error', () => {});
      if (status < 200 || status > 299) response.destroy();
      return { kind: 'response', status, body: limitBody(response, request) };
    },
  };
}

type Failure = Exclude<WebStream, { kind: 'response' }>;
interface OpenResponse {
  kind: 'open';
  response: IncomingMessage;
  signal: AbortSignal;
}

/**
 * Servers close unused connections, mostly after five seconds or more. A request that meets the moment may have arrived, so they
 * are closed here before, and earlier where the server names its limit.
 */
const idleMs = 4000;
const keepingAgents = () => ({
  http: new HttpAgent({ keepAlive: true, timeout: idleMs }),
  https: new HttpsAgent({ keepAlive: true, timeout: idleMs }),
});

/** The form of `privateHosts`. */
export function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname.replace(/\.$/, '')}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

async function sendRequest(
  url: URL,
  request: WebRequest,
  connecting: { lookup: LookupFunction; agent: HttpAgent | false },
): Promise<OpenResponse | Failure> {
  const { method, headers = {}, body = '', bytes, timeoutMs = 10_000 } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  const startRequest = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const options = { method, headers: { ...headers }, signal, ...connecting };
  let isSent = false;
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const clientRequest: ClientRequest = startRequest(url, options, resolve);
      clientRequest.on('error', reject);
      clientRequest.on('socket', (socket) => {
        if (clientRequest.reusedSocket) isSent = true;
        // Nothing is written before.
        else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (isSent = true));
      });
      clientRequest.end(bytes ?? body);
    });
    return { kind: 'open', response, signal };
  } catch (error) {
    return toFailure(error, signal, isSent);
  }
}

function toFailure(error: unknown, signal: AbortSignal, isSent: boolean): Failure {
  if (error instanceof PrivateAddress) return { kind: 'refused', why: 'address' };
  if (error instanceof TooLarge) return { kind: 'failed', why: 'too-large', isSent };
  return { kind: 'failed', why: signal.aborted ? 'timeout' : 'connection', isSent };
}

async function* limitBody(
  response: IncomingMessage,
  { maxBytes = defaultMaxBytes }: WebRequest,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) throw new TooLarge();
    yield part;
  }
}

const defaultMaxBytes = 65_536;

async function readText(
  response: IncomingMessage,
  { maxBytes = defaultMaxBytes, ignoresRest = false }: WebRequest,
): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    parts.push(part);
    if (size <= maxBytes) continue;
    response.destroy();
    if (ignoresRest) break;
    throw new TooLarge();
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString('utf8');
}

/** A header that was sent several times has its values in one text. */
const flatHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

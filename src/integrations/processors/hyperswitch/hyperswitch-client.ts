import * as z from 'zod/mini';
import type { ConnectRequest, NoResponse, NotSent } from '../adapter.ts';

/** The vendor's own router. A self-hosted one is a setting of the connection. */
const vendorUrls = { TEST: 'https://sandbox.hyperswitch.io', LIVE: 'https://api.hyperswitch.io' } as const;

const routerUrl = ({ mode, settings }: Pick<ConnectRequest, 'mode' | 'settings'>): string =>
  (settings.url ?? vendorUrls[mode]).replace(/\/+$/, '');

const text = z.optional(z.nullable(z.string()));
const errorFields = z.object({ code: z.string(), message: text });
/** The document has the fields at the top, the router's code puts them below `error`. */
const apiError = z.union([
  z.pipe(
    z.object({ error: errorFields }),
    z.transform(({ error }) => error),
  ),
  errorFields,
]);
export type HyperswitchErrorBody = z.infer<typeof errorFields>;

/** The id is taken, and what came first counts. */
export const duplicateCode = 'HE_01';
/** Not every 404 means that an object is missing: a proxy or another address has one too. */
const notFoundCode = 'HE_02';

/** A body that our schema has read, or why there is none. */
export type HyperswitchReply<T> =
  | { kind: 'ok'; body: T }
  /** 4xx: the router has understood and refused it. */
  | { kind: 'refused'; error: HyperswitchErrorBody; isMissing: boolean }
  | NotSent
  | NoResponse;

/**
 * One request. A failure before anything left us, refused credentials and rate limits are not sent. A locked payment and every response
 * that cannot be read leave the result unknown.
 */
export async function callHyperswitch<T>(
  request: Pick<ConnectRequest, 'http' | 'secrets' | 'timeoutMs' | 'log' | 'mode' | 'settings'>,
  schema: z.ZodMiniType<T>,
  { path, body, method = 'POST' }: { path: string; body?: object; method?: 'GET' | 'POST' | 'DELETE' },
): Promise<HyperswitchReply<T>> {
  const { http, secrets, timeoutMs, log } = request;
  const response = await http.send({
    method,
    url: `${routerUrl(request)}${path}`,
    timeoutMs,
    maxBytes: 262_144,
    headers: {
      'api-key': secrets.apiKey ?? '',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (response.kind === 'refused') return { kind: 'not-sent', why: 'address' };
  if (response.kind === 'failed') {
    if (!response.isSent) return { kind: 'not-sent', why: 'connection' };
    return { kind: 'no-response', why: response.why === 'timeout' ? 'timeout' : 'connection' };
  }
  const { status } = response;
  if (status === 401 || status === 403) return { kind: 'not-sent', why: 'credentials' };
  if (status === 429) return { kind: 'not-sent', why: 'busy' };
  const json = parseJson(response.body);
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(json);
    if (parsed.success) return { kind: 'ok', body: parsed.data };
  } else if (status === 400 || status === 404) {
    const failed = apiError.safeParse(json);
    if (failed.success)
      return {
        kind: 'refused',
        error: failed.data,
        isMissing: status === 404 && failed.data.code === notFoundCode,
      };
  }
  log.warn({ status }, 'Hyperswitch sent a response that cannot be read');
  return unreadable;
}

export const unreadable: NoResponse = { kind: 'no-response', why: 'connection' };

/** A response to a cancellation has no content in the document. */
function parseJson(body: string): unknown {
  try {
    return body === '' ? {} : JSON.parse(body);
  } catch {
    return undefined;
  }
}

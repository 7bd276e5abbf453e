import type { KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import { currentTraceparent } from '#tracing/span.ts';
import type { ConnectRequest, NoResponse, NotSent } from '../adapter.ts';
import type { WebResponse } from '../../web/web-client.ts';
import { type Encrypt, readCardKey } from './encrypt-card.ts';
import { refusalReply } from './protocol.ts';
import { isSigned, readSigningSecret, requestId, signedHeaders } from './sign-message.ts';

type Schema<T> = z.ZodMiniType<T>;

/** Signed calls to one adapter. */
export interface Channel {
  /** What the settings or secrets lack; undefined where calls can be made. */
  readonly fault: string | undefined;
  call<T extends { kind: string }>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    schema: Schema<T>,
    body?: object,
    maxBytes?: number,
  ): Promise<T | NotSent | NoResponse>;
  /** The response of the adapter as it came, for the connection test. */
  fetch(method: 'GET', path: string): Promise<RawAnswer>;
  encrypt(value: object): string | NotSent;
  isFromAdapter(headers: Readonly<Record<string, string>>, body: string): boolean;
}

export interface RawAnswer {
  response: WebResponse;
  /** Whether its signature is that of this call. */
  isGenuine: boolean;
}

/** Kinds with another status than 200. */
const statusOfKind: Readonly<Record<string, number>> = {
  pending: 202,
  unknown: 404,
  invalid: 400,
  'in-progress': 409,
  different: 422,
};
const isStatusOf = (status: number, kind: string): boolean =>
  kind === 'not-sent' ? status === 429 || status === 503 : status === (statusOfKind[kind] ?? 200);

export const noAnswer: NoResponse = { kind: 'no-response', why: 'connection' };

export function openChannel({ settings, secrets, http, clock, log, timeoutMs }: ConnectRequest): Channel {
  const base = readBase(settings.url ?? '');
  const key = readSigningSecret(secrets.signingSecret ?? '');
  const encrypt = readCardKey(settings.cardKey ?? '');
  const fault = findFault(base, key, encrypt);
  const post = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, maxBytes?: number) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const id = requestId(method, path);
    // Not signed: an adapter must not rely on it. It has no meaning outside the operator's traces.
    const traceparent = currentTraceparent();
    const response = await http.send({
      method,
      url: `${base}${path}`,
      headers: {
        ...signedHeaders(key as KeyObject, id, text, clock.now()),
        ...(traceparent === undefined ? {} : { traceparent }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: text,
      timeoutMs,
      ...(maxBytes === undefined ? {} : { maxBytes }),
    });
    const isGenuine =
      response.kind === 'response' &&
      response.headers?.['webhook-id'] === id &&
      isSigned(key as KeyObject, response.headers, response.body, clock.now());
    return { response, isGenuine };
  };
  return {
    fault,
    async call(method, path, schema, body, maxBytes) {
      if (fault !== undefined) return { kind: 'not-sent', why: base ? 'credentials' : 'address' };
      const { response, isGenuine } = await post(method, path, body, maxBytes);
      if (response.kind === 'refused') return { kind: 'not-sent', why: 'address' };
      if (response.kind === 'failed') return failure(response);
      const call = { method, path: path.split('/').slice(0, 3).join('/'), status: response.status };
      const ignore = (why: string): NoResponse => {
        // Never the body: an adapter that errs may put a card number into it.
        log.warn({ ...call, why }, 'the answer of the adapter does not count');
        return noAnswer;
      };
      // Without a signature even a refusal may be a proxy's: the adapter may have the request.
      if (!isGenuine) return ignore('not signed by the adapter');
      const answer = parseJson(response.body);
      const refusal = z.safeParse(refusalReply, answer);
      if (refusal.success) {
        if (!isStatusOf(response.status, refusal.data.kind)) return ignore('status and kind differ');
        if (refusal.data.kind === 'not-sent') return refusal.data;
        log.warn({ ...call, refusal: refusal.data.kind }, 'the adapter refused a call');
        return refusal.data.kind === 'invalid' ? { kind: 'not-sent', why: 'unavailable' } : noAnswer;
      }
      const parsed = z.safeParse(schema, answer);
      if (!parsed.success) return ignore(`wrong ${fieldOf(parsed.error) || 'form'}`);
      return isStatusOf(response.status, parsed.data.kind) ? parsed.data : ignore('status and kind differ');
    },
    fetch: (method, path) => post(method, path),
    encrypt(value) {
      const unusable: NotSent = { kind: 'not-sent', why: 'credentials' };
      if (typeof encrypt === 'string') return unusable;
      try {
        return encrypt(value);
      } catch {
        // A point of small order is a key, and has no secret with another one.
        return unusable;
      }
    },
    isFromAdapter: (headers, body) => key !== undefined && isSigned(key, headers, body, clock.now()),
  };
}

/** Two names at most: what lies below may have names that the adapter chose. */
const fieldOf = ({ issues }: z.core.$ZodError): string => issues[0]?.path.slice(0, 2).join('.') ?? '';

function failure({ why, isSent }: WebResponse & { kind: 'failed' }): NotSent | NoResponse {
  if (!isSent) return { kind: 'not-sent', why: 'connection' };
  return { kind: 'no-response', why: why === 'timeout' ? 'timeout' : 'connection' };
}

/** The address before `/v1`, without a slash at its end. */
function readBase(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return url.search === '' && url.hash === '' ? url.href.replace(/\/$/, '') : undefined;
}

function findFault(
  base: string | undefined,
  key: KeyObject | undefined,
  encrypt: Encrypt | 'not-a-key' | 'private',
): string | undefined {
  if (base === undefined) return 'The address must begin with https:// and have no user name and no query';
  if (key === undefined) return 'The signing secret must be whsec_ and at least 24 bytes in base64';
  if (encrypt === 'private')
    return 'The key for cards is a private key: enter the public one, and replace both';
  return encrypt === 'not-a-key' ? 'The key for cards must be a JWK: RSA, P-256 or X25519' : undefined;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type {
  ResponseInputOf,
  BodyInputOf,
  Endpoint,
  PathInputOf,
  QueryInputOf,
} from '#shared/define-endpoint.ts';
import type { Upload } from '#shared/upload.ts';
import { getInitiation } from '#features/access/session/endpoints.ts';
import { CallFailure } from './call-failure.ts';
import { announceApproval } from './approval.ts';
import { askForStepUp } from './step-up.ts';
import { noteTestClocks } from '../session/test-clocks.ts';
import { readCookie } from '../session/client-storage.ts';

/** Only the parts that the endpoint names; path and query come as in its schemas. */
export type CallInput<C> = Part<'path', PathInputOf<C>> &
  Part<'query', QueryInputOf<C>> &
  Part<'body', SentBody<BodyInputOf<C>>> & {
    /** Beside those that every call has: an Idempotency-Key. */
    headers?: Record<string, string>;
    /** Is sent although the page is being left. */
    isKeptAlive?: boolean;
    /** The response is that of an earlier request with this Idempotency-Key. */
    onReplay?: () => void;
  };
/** A browser sends an upload as a form. */
type SentBody<T> = T extends Pick<Upload, keyof Upload> ? FormData : T;
type Part<Name extends string, T> = unknown extends T
  ? unknown
  : { [key in Name]: T } extends infer Needed
    ? Record<string, never> extends T
      ? Partial<Needed>
      : Needed
    : never;

/** Omitted when the endpoint takes nothing. */
export type CallArguments<C> =
  Partial<CallInput<C>> extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>];

/**
 * `isOfAnotherUser`: the session cookie belongs to another user than the page. `onServerVersion`: called with the release of the
 * program that responded.
 */
interface Settings {
  basePath: string;
  productVersion: string;
  isOfAnotherUser: () => boolean;
  onServerVersion: (version: string) => void;
}
const settings: Settings = {
  basePath: '',
  productVersion: '',
  isOfAnotherUser: () => false,
  onServerVersion: () => {},
};

/** Once, at start: from the page's build and the startup configuration. */
export function setCallSettings(next: Partial<Settings>): void {
  Object.assign(settings, next);
}

/** Makes one call by its endpoint. Throws CallFailure for every other outcome than a success. */
export function call<C extends Endpoint>(
  endpoint: C,
  ...[input]: CallArguments<C>
): Promise<ResponseInputOf<C>> {
  return callUntil(endpoint, input as CallInput<C>, undefined);
}

/** The same, cancelled by the signal. */
export async function callUntil<C extends Endpoint>(
  endpoint: C,
  input: CallInput<C> | undefined,
  signal: AbortSignal | undefined,
): Promise<ResponseInputOf<C>> {
  const reply = await send(endpoint, input, signal);
  const text = await reply.text();
  if (reply.headers.get('idempotent-replayed') === 'true') input?.onReplay?.();
  return (text === '' ? undefined : JSON.parse(text)) as ResponseInputOf<C>;
}

/** Makes a call whose response is a file, and hands that to the browser to keep under the name it came with. */
export async function saveFile<C extends Endpoint>(endpoint: C, input: CallInput<C>): Promise<void> {
  const reply = await send(endpoint, input, undefined);
  const name = /filename="([\w.-]+)"/.exec(reply.headers.get('content-disposition') ?? '')?.[1];
  saveBlob(await reply.blob(), name ?? endpoint.name);
}

/** Hands a file that the page has to the browser to keep. */
export function saveBlob(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

async function send<C extends Endpoint>(
  endpoint: C,
  input: CallInput<C> | undefined,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const parts = (input ?? {}) as {
    path?: object;
    query?: object;
    body?: unknown;
    headers?: Record<string, string>;
    isKeptAlive?: boolean;
  };
  if (settings.isOfAnotherUser()) {
    location.reload();
    throw new CallFailure(0, '', 'server_not_available');
  }
  const hasBody = parts.body !== undefined;
  const headers: Record<string, string> = {
    ...parts.headers,
    accept: 'application/json',
    // The language chosen for the page: mails to the person are written in it.
    'accept-language': document.documentElement.lang || 'en',
    'x-product-version': settings.productVersion,
  };
  // A form with a file gets its type, with the boundary of its parts, from the browser.
  const isForm = parts.body instanceof FormData;
  if (hasBody && !isForm) headers['content-type'] = 'application/json';
  const body = isForm ? (parts.body as FormData) : JSON.stringify(parts.body);
  const url = settings.basePath + buildUrl(endpoint.url, parts.path ?? {}, parts.query ?? {});
  const send = (): Promise<Response> => {
    const token = readCookie('XSRF-TOKEN');
    if (token !== undefined && endpoint.method !== 'GET') headers['x-xsrf-token'] = token;
    return fetch(url, {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      keepalive: parts.isKeptAlive,
      body: hasBody ? body : undefined,
      signal,
    });
  };
  let reply: Response;
  try {
    reply = await send();
    const version = reply.headers.get('x-product-version');
    if (version !== null) settings.onServerVersion(version);
    if (isApprovalNeeded(endpoint, reply)) throw await announceApproval(reply);
    if (reply.ok) {
      noteTestClocks(reply.headers.get('x-test-clocks'));
      return reply;
    }
    const failure = await toCallFailure(reply);
    // The request was refused before anything happened, so it is safe to repeat.
    if (failure.code === 'ANTI_FORGERY') {
      // The cookie was deleted or has become stale.
      await fetch(settings.basePath + getInitiation.url, { credentials: 'same-origin' });
    } else if (failure.code !== 'STEP_UP_REQUIRED' || !(await askForStepUp(methodsIn(failure))))
      throw failure;
    reply = await send();
  } catch (error) {
    throw error instanceof CallFailure ? error : new CallFailure(0, '', 'server_not_available');
  }
  if (isApprovalNeeded(endpoint, reply)) throw await announceApproval(reply);
  if (!reply.ok) throw await toCallFailure(reply);
  return reply;
}

/** The address of a GET that the browser itself opens. */
export const addressOf = (endpoint: Endpoint, query: Readonly<Record<string, string>>): string =>
  settings.basePath + buildUrl(endpoint.url, {}, query);

/** The request waits for a second person (docs/domain.md#approvals). */
const isApprovalNeeded = ({ approval }: Endpoint, { status }: Response): boolean =>
  approval !== undefined && status === 202;

/** How the user can confirm, as the server returned it. */
function methodsIn({ body }: CallFailure): readonly string[] {
  const { methods } = (body ?? {}) as { methods?: unknown };
  return Array.isArray(methods) ? methods.map(String) : [];
}

/** '/lists/{listId}' with its values and its query. Exported for tests and for links to downloads. */
export function buildUrl(shape: string, path: object, query: object): string {
  const values = new Map<string, unknown>(Object.entries(path));
  const filledPath = shape.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (value == null) continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item));
  }
  const text = search.toString();
  return text === '' ? filledPath : `${filledPath}?${text}`;
}

/** The error of a response, with the id to quote to support. */
export async function toCallFailure(reply: Response): Promise<CallFailure> {
  const requestId = reply.headers.get('x-request-id') ?? undefined;
  try {
    const body = (await reply.json()) as { code?: unknown; message?: unknown; requestId?: unknown };
    const text = (value: unknown): string => (typeof value === 'string' ? value : '');
    return new CallFailure(
      reply.status,
      text(body.code),
      text(body.message),
      text(body.requestId) || requestId,
      body,
    );
  } catch {
    return new CallFailure(reply.status, '', 'internal_server_error', requestId);
  }
}

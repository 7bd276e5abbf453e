import type { ResponseInputOf, BodyOf, Endpoint, PathOf, QueryOf } from '#shared/define-endpoint.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Caller } from './auth/caller.ts';
import type { AuthorizedResource } from './guard.ts';
import type { Services } from './services.ts';

/** What is known of the request beside its contents. */
export interface RequestInfo {
  id: string;
  ip: string;
  userAgent: string;
  program: 'portal' | 'gateway';
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  /** Aborted when the answer is over, or nobody is there any more to read it. */
  signal: AbortSignal;
}

interface Parts<C> {
  path: PathOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  request: RequestInfo;
  services: Services;
  now: Date;
}

/** Before sign-in: no caller, no organisation data. */
export type PublicHandlerContext<C> = Parts<C>;

/** After the guard: who asks, and the organisation or object the path names. */
export interface HandlerContextWithoutTransaction<C> extends Parts<C> {
  caller: Caller;
  resource: AuthorizedResource;
  /** One transaction that sees the caller's companies; for calls that need more than one. */
  inTenant<T>(work: (sql: TenantSql) => Promise<T>): Promise<T>;
}

/** As StepsAsk, already inside one transaction. */
export interface HandlerContext<C> extends HandlerContextWithoutTransaction<C> {
  sql: TenantSql;
}

/** An answer with a status, headers or cookies of its own; a bare value answers 200, undefined 204. */
export class Reply<T> {
  readonly status: number;
  readonly body: T;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly CookieChange[];

  constructor(
    status: number,
    body: T,
    more: { headers?: Record<string, string>; cookies?: readonly CookieChange[] } = {},
  ) {
    this.status = status;
    this.body = body;
    this.headers = more.headers ?? {};
    this.cookies = more.cookies ?? [];
  }
}

/** `value` undefined removes the cookie. */
export interface CookieChange {
  name: string;
  value: string | undefined;
  httpOnly: boolean;
  /** Until the browser closes when missing. */
  maxAgeSeconds?: number;
}

/**
 * A file that is sent while it is made: `rows` are pulled as fast as the reader takes them, and closed when
 * the reader goes away.
 */
export class Download {
  readonly fileName: string;
  readonly contentType: string;
  readonly rows: AsyncIterable<string | Uint8Array>;

  /** `fileName`: letters, digits, dots, hyphens and underscores. */
  constructor(fileName: string, contentType: string, rows: AsyncIterable<string | Uint8Array>) {
    this.fileName = fileName;
    this.contentType = contentType;
    this.rows = rows;
  }
}

type Result<C> = ResponseInputOf<C> | Reply<ResponseInputOf<C>> | Download;

export type Handler =
  | { call: Endpoint; kind: 'public'; run(ctx: PublicHandlerContext<Endpoint>): Promise<unknown> }
  | { call: Endpoint; kind: 'one-transaction'; run(ctx: HandlerContext<Endpoint>): Promise<unknown> }
  | { call: Endpoint; kind: 'steps'; run(ctx: HandlerContextWithoutTransaction<Endpoint>): Promise<unknown> };

/** Guard, parse, one transaction, answer check; `run` is the business rule. */
export function handle<C extends Endpoint>(
  call: C,
  run: (ctx: HandlerContext<C>) => Promise<Result<C>>,
): Handler {
  return { call, kind: 'one-transaction', run: run as (ctx: HandlerContext<Endpoint>) => Promise<unknown> };
}

/** As handle, for calls that talk to the world between two transactions: money. */
export function handleWithoutTransaction<C extends Endpoint>(
  call: C,
  run: (ctx: HandlerContextWithoutTransaction<C>) => Promise<Result<C>>,
): Handler {
  return {
    call,
    kind: 'steps',
    run: run as (ctx: HandlerContextWithoutTransaction<Endpoint>) => Promise<unknown>,
  };
}

/** For calls with `access: 'public'`. */
export function handlePublic<C extends Endpoint>(
  call: C,
  run: (ctx: PublicHandlerContext<C>) => Promise<Result<C>>,
): Handler {
  return { call, kind: 'public', run: run as (ctx: PublicHandlerContext<Endpoint>) => Promise<unknown> };
}

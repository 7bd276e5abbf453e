import type {
  BodyOf,
  ServedEndpoint,
  Endpoint,
  PathOf,
  QueryOf,
  ResponseInputOf,
  SchemasOf,
} from '#shared/define-endpoint.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Caller } from './auth/caller.ts';
import type { ResourceOf } from './auth/authorized-resource.ts';
import type { RequireApproval } from './auth/require-approval.ts';
import type { CoreServices } from './core-services.ts';

/** The request without its contents. */
export interface RequestInfo {
  id: string;
  ip: string;
  userAgent: string;
  program: 'portal' | 'gateway';
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  /** Aborted when the client disconnects before the response was sent. */
  signal: AbortSignal;
}

interface Parts<C, S> {
  path: PathOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  request: RequestInfo;
  services: S;
  now: Date;
}

/** For public endpoints: no caller and no organisation data. */
export type PublicHandlerContext<C, S = CoreServices> = Parts<C, S>;

/** After authorisation, with the caller and the resource. */
export interface HandlerContextWithoutTransaction<C, S = CoreServices> extends Parts<C, S> {
  caller: Caller;
  resource: ResourceOf<C>;
  /** Of an endpoint with `approval`. */
  requireApproval: RequireApproval;
  /** Runs one transaction that sees the caller's companies. */
  inTenant<T>(work: (sql: TenantSql) => Promise<T>): Promise<T>;
}

/** Inside one transaction. */
export interface HandlerContext<C, S = CoreServices> extends HandlerContextWithoutTransaction<C, S> {
  sql: TenantSql;
}

/** A response with its own status, headers or cookies. A plain value is sent with 200, undefined with 204. */
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
  /** By default strict: not sent with the redirect of another site. */
  sameSite?: 'lax';
  /** By default until the browser closes. */
  maxAgeSeconds?: number;
}

/**
 * A streamed file. `rows` are read at the client's pace and closed when the client disconnects.
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

/** `S`: the services that the handler needs. The application has all of them. */
export type Handler<S = CoreServices> = HandlerOf<S> & {
  /** Access, set-up and what an operator manages keep real time where the company has a test clock. */
  keepsRealTime?: boolean;
};

type HandlerOf<S> =
  | {
      endpoint: ServedEndpoint;
      kind: 'public';
      run(ctx: PublicHandlerContext<Endpoint, S>): Promise<unknown>;
    }
  | {
      endpoint: ServedEndpoint;
      kind: 'one-transaction';
      run(ctx: HandlerContext<Endpoint, S>): Promise<unknown>;
    }
  | {
      endpoint: ServedEndpoint;
      kind: 'steps';
      run(ctx: HandlerContextWithoutTransaction<Endpoint, S>): Promise<unknown>;
    };

/** Authorises and parses the request, and runs the handler in one transaction. */
export function handle<C extends Endpoint, S = CoreServices>(
  endpoint: C,
  schemas: SchemasOf<C>,
  run: (ctx: HandlerContext<C, S>) => Promise<Result<C>>,
): Handler<S> {
  return {
    endpoint: { ...endpoint, ...schemas },
    kind: 'one-transaction',
    run: run as (ctx: HandlerContext<Endpoint, S>) => Promise<unknown>,
  };
}

/** For endpoints that call other systems between transactions, such as payments. */
export function handleWithoutTransaction<C extends Endpoint, S = CoreServices>(
  endpoint: C,
  schemas: SchemasOf<C>,
  run: (ctx: HandlerContextWithoutTransaction<C, S>) => Promise<Result<C>>,
): Handler<S> {
  return {
    endpoint: { ...endpoint, ...schemas },
    kind: 'steps',
    run: run as (ctx: HandlerContextWithoutTransaction<Endpoint, S>) => Promise<unknown>,
  };
}

/** For endpoints with `access: 'public'`. */
export function handlePublic<C extends Endpoint, S = CoreServices>(
  endpoint: C,
  schemas: SchemasOf<C>,
  run: (ctx: PublicHandlerContext<C, S>) => Promise<Result<C>>,
): Handler<S> {
  return {
    endpoint: { ...endpoint, ...schemas },
    kind: 'public',
    run: run as (ctx: PublicHandlerContext<Endpoint, S>) => Promise<unknown>,
  };
}

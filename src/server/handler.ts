import type { AnswerInputOf, BodyOf, Call, PathOf, QueryOf } from '#contract/define-call.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Caller } from './caller.ts';
import type { GuardedSubject } from './guard.ts';
import type { Services } from './services.ts';

/** What is known of the request beside its contents. */
export interface RequestFacts {
  id: string;
  ip: string;
  userAgent: string;
  program: 'portal' | 'gateway';
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  /** Aborted when the answer is over, or nobody is there any more to read it. */
  over: AbortSignal;
}

interface Parts<C> {
  path: PathOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  request: RequestFacts;
  services: Services;
  now: Date;
}

/** Before sign-in: no caller, no organisation data. */
export type PublicAsk<C> = Parts<C>;

/** After the guard: who asks, and the organisation or object the path names. */
export interface StepsAsk<C> extends Parts<C> {
  caller: Caller;
  subject: GuardedSubject;
  /** One transaction that sees the caller's companies; for calls that need more than one. */
  inTenant<T>(work: (sql: TenantSql) => Promise<T>): Promise<T>;
}

/** As StepsAsk, already inside one transaction. */
export interface Ask<C> extends StepsAsk<C> {
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

type Result<C> = AnswerInputOf<C> | Reply<AnswerInputOf<C>> | Download;

export type Handler =
  | { call: Call; kind: 'public'; run(ask: PublicAsk<Call>): Promise<unknown> }
  | { call: Call; kind: 'one-transaction'; run(ask: Ask<Call>): Promise<unknown> }
  | { call: Call; kind: 'steps'; run(ask: StepsAsk<Call>): Promise<unknown> };

/** Guard, parse, one transaction, answer check; `run` is the business rule. */
export function handle<C extends Call>(call: C, run: (ask: Ask<C>) => Promise<Result<C>>): Handler {
  return { call, kind: 'one-transaction', run: run as (ask: Ask<Call>) => Promise<unknown> };
}

/** As handle, for calls that talk to the world between two transactions: money. */
export function handleInSteps<C extends Call>(
  call: C,
  run: (ask: StepsAsk<C>) => Promise<Result<C>>,
): Handler {
  return { call, kind: 'steps', run: run as (ask: StepsAsk<Call>) => Promise<unknown> };
}

/** For calls with `access: 'public'`. */
export function handlePublic<C extends Call>(
  call: C,
  run: (ask: PublicAsk<C>) => Promise<Result<C>>,
): Handler {
  return { call, kind: 'public', run: run as (ask: PublicAsk<Call>) => Promise<unknown> };
}

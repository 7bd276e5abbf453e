import type * as z from 'zod/mini';
import type { FeatureCode, Permission } from './permissions.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Program = 'portal' | 'gateway';
type Route = `${Method} /${string}`;
type Schema = z.ZodMiniType;

/**
 * The parameter with the resource: a path parameter by default, a dotted name in the body
 * ('extraInfo.organisationId'), or the organisation filter of a search.
 */
export type NamedIn = 'path' | 'body' | 'filter';

/**
 * The resource that the permission must cover. The guard resolves the parameter to an organisation path and
 * authorises it: organisations out of scope give 403, objects 404 (docs/domain.md#access-decisions).
 * 'anywhere' requires the permission on any path; the handler limits what it reads.
 */
export type Resource =
  | { organisation: string; in?: NamedIn }
  /** A user, by id by default. */
  | { user: string; by?: 'id' | 'name'; in?: NamedIn }
  /** `unknown`: the code for an unknown transaction, if not A400. */
  | { installation: string; transaction?: string; schedule?: string; unknown?: 'V105' }
  | { transaction: string }
  | { smartLink: string }
  | { schedule: string }
  | 'anywhere';

export type Auth =
  | { access: 'public' }
  | { access: 'signed-in' }
  | { anyOf: readonly Permission[]; feature?: FeatureCode; resource: Resource }
  | { allOf: readonly Permission[]; feature?: FeatureCode; resource: Resource }
  /** The caller's own organisations, whatever the permission: the tree, its features. */
  | { access: 'in-scope'; resource: Resource };

interface EndpointDefinition<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  A extends Schema = Schema,
> {
  /** camelCase. The handler is in server/handlers.ts or server/<kebab-name>.ts. */
  name: string;
  summary: string;
  route: Route;
  /** The same handler also on the gateway, with Basic authentication (docs/domain.md#merchant-api). */
  merchantRoute?: Route;
  auth: Auth;
  /**
   * Which requests are audited: 'every' one, or 'refused' ones only. By default all changes and rejected
   * reads (docs/decisions/0017).
   */
  audited?: 'every' | 'refused';
  /** Also accepts a hidden form (src/shared/form-post.ts). All other endpoints reject forms. */
  takesForm?: true;
  /** Calls count towards the caller's searches a second (docs/domain.md#limits). */
  rateLimit?: 'search';
  path?: P;
  query?: Q;
  body?: B;
  response: A;
}

export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  A extends Schema = Schema,
> extends EndpointDefinition<P, Q, B, A> {
  method: Method;
  url: string;
}

/** The contract of one endpoint, read by server guard, browser client, OpenAPI document and map. */
export function defineEndpoint<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  contract: EndpointDefinition<P, Q, B, A>,
): Endpoint<P, Q, B, A> {
  const { method, url } = parseRoute(contract.route);
  return { ...contract, method, url };
}

/** Whether every request is audited, or only rejected ones. */
export function auditedCalls(call: EndpointDefinition): 'every' | 'refused' {
  return call.audited ?? (parseRoute(call.route).method === 'GET' ? 'refused' : 'every');
}

export function parseRoute(place: Route): { method: Method; url: string } {
  const space = place.indexOf(' ');
  return { method: place.slice(0, space) as Method, url: place.slice(space + 1) };
}

const gatewayPaths = ['/acceptor/', '/hosted/', '/smartlink/', '/reporting/', '/a/'];

/** Card numbers may appear on the gateway only, so its paths differ in their first part. */
export function programForUrl(url: string): Program {
  return gatewayPaths.some((start) => url.startsWith(start)) ? 'gateway' : 'portal';
}

type Out<S> = S extends Schema ? z.output<S> : Record<string, never>;
type In<S> = S extends Schema ? z.input<S> : Record<string, never>;

export type PathOf<C> = C extends Endpoint<infer P, Schema, Schema, Schema> ? Out<P> : never;
export type QueryOf<C> = C extends Endpoint<Schema, infer Q, Schema, Schema> ? Out<Q> : never;
export type BodyOf<C> = C extends Endpoint<Schema, Schema, infer B, Schema> ? Out<B> : never;
export type ResponseOf<C> = C extends Endpoint<Schema, Schema, Schema, infer A> ? Out<A> : never;
export type ResponseInputOf<C> = C extends Endpoint<Schema, Schema, Schema, infer A> ? In<A> : never;
export type BodyInputOf<C> =
  C extends Endpoint<Schema, Schema, infer B, Schema> ? OptionalUnknown<In<B>> : never;
export type QueryInputOf<C> = C extends Endpoint<Schema, infer Q, Schema, Schema> ? In<Q> : never;
export type PathInputOf<C> = C extends Endpoint<infer P, Schema, Schema, Schema> ? In<P> : never;

/** A part whose schema reads any value, absence included, may be left out of a request. */
type OptionalUnknown<T> = T extends object
  ? { [K in keyof T as unknown extends T[K] ? never : K]: T[K] } & {
      [K in keyof T as unknown extends T[K] ? K : never]?: T[K];
    }
  : T;

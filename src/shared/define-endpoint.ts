import type * as z from 'zod/mini';
import type { FeatureCode, Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Program = 'portal' | 'gateway';
type Route = `${Method} /${string}`;
type Schema = z.ZodMiniType;

/**
 * Where a call names its subject: in the path unless said; in the body by a dotted name ('extraInfo.organisationId');
 * or in the organisation filter of a search.
 */
export type NamedIn = 'path' | 'body' | 'filter';

/**
 * Whose permissions decide. The guard resolves the named parameter to an organisation path and
 * checks there: organisations outside the caller's scope answer 403, objects 404 (docs/domain.md#access-decisions).
 * 'anywhere' = the permission on any path opens the call; the handler reads only where it is held.
 */
export type Resource =
  | { organisation: string; in?: NamedIn }
  /** A person, by id unless said. */
  | { user: string; by?: 'id' | 'name'; in?: NamedIn }
  /** `unknown`: the code for a transaction that is not there, where it is not A400. */
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

export interface EndpointDefinition<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  A extends Schema = Schema,
> {
  /** camelCase; the handler lives in server/<kebab-name>.ts, its test in test/<kebab-name>.test.ts. */
  name: string;
  summary: string;
  route: Route;
  /** The same handler a second time on the gateway, with Basic authentication (docs/domain.md#merchant-api). */
  merchantRoute?: Route;
  auth: Auth;
  /**
   * Which of its calls are acts and leave a line in the audit: 'every' one, or only those 'refused'. Without it
   * every change is an act and a read only when it is refused (docs/decisions/0017).
   */
  audited?: 'every' | 'refused';
  /** A hidden form may ask too (src/shared/form-post.ts); every other call refuses forms. */
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

/** The contract of one call: server guard, browser client, OpenAPI document and map all read it. */
export function defineEndpoint<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  contract: EndpointDefinition<P, Q, B, A>,
): Endpoint<P, Q, B, A> {
  const { method, url } = parseRoute(contract.route);
  return { ...contract, method, url };
}

/** Is every call an act, or only the refused? */
export function auditedCalls(call: EndpointDefinition): 'every' | 'refused' {
  return call.audited ?? (parseRoute(call.route).method === 'GET' ? 'refused' : 'every');
}

export function parseRoute(place: Route): { method: Method; url: string } {
  const space = place.indexOf(' ');
  return { method: place.slice(0, space) as Method, url: place.slice(space + 1) };
}

const gatewayPaths = ['/acceptor/', '/hosted/', '/smartlink/', '/reporting/', '/a/'];

/** Card numbers may appear only on the gateway, so its paths are told apart by their first part. */
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
export type BodyInputOf<C> = C extends Endpoint<Schema, Schema, infer B, Schema> ? In<B> : never;
export type QueryInputOf<C> = C extends Endpoint<Schema, infer Q, Schema, Schema> ? In<Q> : never;
export type PathInputOf<C> = C extends Endpoint<infer P, Schema, Schema, Schema> ? In<P> : never;

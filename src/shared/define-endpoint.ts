import type * as z from 'zod/mini';
import type { GatedAction } from './approval-actions.ts';
import type { FeatureCode, Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
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
  | { installation: string }
  /** Of the installation, if that is named. `unknown`: the code for an unknown transaction, if not A400. */
  | { transaction: string; installation?: string; unknown?: 'V105' }
  | { schedule: string; installation?: string }
  | { smartLink: string }
  | { case: string }
  | { dispute: string }
  | { customer: string }
  | 'anywhere';

export type Auth =
  | { access: 'public' }
  | { access: 'signed-in' }
  /**
   * An identity provider with a SCIM token. The handler acts in the token's company only
   * (docs/domain.md#provisioning).
   */
  | { access: 'scim-token' }
  | { anyOf: readonly Permission[]; feature?: FeatureCode; resource: Resource }
  | { allOf: readonly Permission[]; feature?: FeatureCode; resource: Resource }
  /** The caller's own organisations, whatever the permission: the tree, its features. */
  | { access: 'in-scope'; resource: Resource };

interface CallLimit {
  calls: number;
  minutes: number;
  /** Endpoints with the same value share a counter. By default each has its own. */
  countedAs?: string;
}

interface EndpointDefinition {
  /** camelCase. The handler is in server/handlers.ts or server/<kebab-name>.ts. */
  name: string;
  summary: string;
  route: Route;
  /** The same handler also on the gateway, for API keys (docs/domain.md#merchant-api). */
  merchantRoute?: Route;
  auth: Auth;
  /**
   * Which requests are audited: 'every' one, or 'refused' ones only. By default all changes and rejected
   * reads (docs/decisions/0017).
   */
  audited?: 'every' | 'refused';
  /** Also accepts a hidden form (src/shared/form-post.ts). All other endpoints reject forms. */
  takesForm?: true;
  /** The body is a form with a file (src/shared/upload.ts). All other endpoints reject them. */
  takesUpload?: true;
  /** The largest file of an upload in bytes, by default 1 MB. */
  uploadBytes?: number;
  /**
   * The call of a grid. Its query is refused with V002 for page and order and with V001 for anything else, so that the grid is
   * empty (docs/domain.md#grids).
   */
  refusesAsGrid?: true;
  /**
   * 'search': calls count towards the caller's searches a second. Otherwise the calls of one user, or of one address where the
   * endpoint is public (docs/domain.md#limits).
   */
  rateLimit?: 'search' | CallLimit;
  /**
   * Requires a recent confirmation by the user: 'policy' where the security policy requires it, 'own-sign-in' always
   * (docs/domain.md#step-up). API keys are exempt.
   */
  stepUp?: 'policy' | 'own-sign-in';
  /**
   * A second person approves the request, where the policy of the company requires it (docs/domain.md#approvals). The call is
   * refused with 202, and the approval runs it.
   */
  approval?: GatedAction;
  /** Also accepts a user who must add a second factor first. All other endpoints refuse such a user. */
  duringEnrolment?: true;
}

/** The input and output of an endpoint. Each feature's `schemas.ts` has one object per endpoint, under its name. */
interface EndpointSchemas {
  path?: Schema;
  query?: Schema;
  body?: Schema;
  response: Schema;
}

/**
 * `S` is a type only: the browser bundle has the route and permission of an endpoint, and no schemas. `A` is the literal
 * type of `auth`, from which the type of the handler's resource is computed (src/server/auth/authorized-resource.ts).
 */
export interface Endpoint<
  S extends EndpointSchemas = EndpointSchemas,
  A extends Auth = Auth,
> extends EndpointDefinition {
  auth: A;
  method: Method;
  url: string;
  readonly schemas?: S;
}

export type SchemasOf<E> = E extends Endpoint<infer S> ? S : never;

/** An endpoint with its schemas, as the server serves it and the OpenAPI document describes it. */
export type ServedEndpoint = Omit<Endpoint, 'schemas'> & EndpointSchemas;

type KeyOfAny<T> = T extends unknown ? keyof T : never;
/** Refuses misspelt members of `auth` and its resource: TypeScript checks no unknown members of an inferred type. */
type WithoutUnknown<A> = Record<Exclude<keyof A, KeyOfAny<Auth>>, never> &
  (A extends { resource: infer R extends object }
    ? { resource: Record<Exclude<keyof R, KeyOfAny<Exclude<Resource, string>>>, never> }
    : unknown);

/**
 * `defineEndpoint` of a feature, whose schemas have the names of the endpoints. An endpoint is data, its route and permission:
 * the server's guard, the browser's client, OpenAPI and docs/map.md read it. Its type keeps the literal type of `auth`.
 */
export const endpointsOf = <Schemas>() => defineEndpoint as DefineEndpoint<Schemas>;

type DefineEndpoint<Schemas> = <Name extends keyof Schemas & string, const A extends Auth>(
  definition: EndpointDefinition & { name: Name; auth: A & WithoutUnknown<A> },
) => Endpoint<Extract<Schemas[Name], EndpointSchemas>, A>;

function defineEndpoint(definition: EndpointDefinition): Endpoint {
  const { method, url } = parseRoute(definition.route);
  return { ...definition, method, url };
}

/** Whether every request is audited, or only rejected ones. */
export function auditedCalls(call: EndpointDefinition): 'every' | 'refused' {
  return call.audited ?? (parseRoute(call.route).method === 'GET' ? 'refused' : 'every');
}

export function parseRoute(route: Route): { method: Method; url: string } {
  const space = route.indexOf(' ');
  return { method: route.slice(0, space) as Method, url: route.slice(space + 1) };
}

const gatewayPaths = ['/acceptor/', '/hosted/', '/smartlink/', '/reporting/', '/a/'];

/** Card numbers may appear on the gateway only, so its paths differ in their first part. */
export function programForUrl(url: string): Program {
  return gatewayPaths.some((start) => url.startsWith(start)) ? 'gateway' : 'portal';
}

/** How a caller proves who it is, and the form of the refusals: a session, an API key or a SCIM token. */
export type Protocol = 'portal' | 'merchant-api' | 'scim';

export function protocolForUrl(url: string): Protocol {
  if (programForUrl(url) === 'gateway') return 'merchant-api';
  return url.startsWith('/scim/') ? 'scim' : 'portal';
}

type Out<S> = S extends Schema ? z.output<S> : Record<string, never>;
type In<S> = S extends Schema ? z.input<S> : Record<string, never>;
type Part<E, Name extends keyof EndpointSchemas> =
  E extends Endpoint<infer S> ? (Name extends keyof S ? S[Name] : undefined) : never;

export type PathOf<E> = Out<Part<E, 'path'>>;
export type QueryOf<E> = Out<Part<E, 'query'>>;
export type BodyOf<E> = Out<Part<E, 'body'>>;
export type ResponseOf<E> = Out<Part<E, 'response'>>;
export type ResponseInputOf<E> = In<Part<E, 'response'>>;
export type BodyInputOf<E> = OptionalUnknown<In<Part<E, 'body'>>>;
export type QueryInputOf<E> = In<Part<E, 'query'>>;
export type PathInputOf<E> = In<Part<E, 'path'>>;

/** A part whose schema reads any value, absence included, may be left out of a request. */
type OptionalUnknown<T> = T extends object
  ? { [K in keyof T as unknown extends T[K] ? never : K]: T[K] } & {
      [K in keyof T as unknown extends T[K] ? K : never]?: T[K];
    }
  : T;

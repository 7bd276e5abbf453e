import { type TenantSql, inTenant } from '#database/tenant.ts';
import type { Endpoint } from '#shared/define-endpoint.ts';
import type { AuditContext } from './audit/audit-context.ts';
import { loadUserCaller } from './auth/access-store.ts';
import type { Caller } from './auth/caller.ts';
import type { RequireApproval } from './auth/require-approval.ts';
import { authoriseRequest } from './guard.ts';
import type { Handler, HandlerContextWithoutTransaction, RequestInfo } from './handler.ts';
import { type RawRequest, parsePart, parseRequest } from './http/parse-request.ts';
import type { Services } from './services.ts';

/** A handler that a stored request can be run with later. */
export type RunnableHandler = Exclude<Handler, { kind: 'public' }>;

export type LaterContext = HandlerContextWithoutTransaction<Endpoint, Services>;

/** A request that a user made earlier and that runs now, without their session. */
interface LaterRequest {
  userId: string;
  raw: RawRequest;
  /** Its `Idempotency-Key` makes a repeated run safe. */
  request: RequestInfo;
  /** Asks as the portal does, or not at all once a second person has decided. */
  requireApproval: (asked: { endpoint: Endpoint; caller: Caller; resource: object }) => RequireApproval;
}

/**
 * The context of a handler that runs for a user with the rights of now. Undefined when the user is deleted, inactive or locked.
 * Throws the Problem of a request that is no longer allowed.
 */
export async function contextForUser(
  services: Services,
  { endpoint }: RunnableHandler,
  { userId, raw, request, requireApproval }: LaterRequest,
): Promise<{ ctx: LaterContext; act: AuditContext } | undefined> {
  const now = services.clock.now();
  const caller = await loadUser(services, userId, now);
  if (!caller) return undefined;
  const path = parsePart(endpoint.path, raw.path, 'path') as Record<string, unknown>;
  const resource = await authoriseRequest(endpoint, path, caller, services, raw.body);
  const parts = parseRequest(endpoint, raw);
  const tenant = <T>(work: (sql: TenantSql) => Promise<T>) =>
    inTenant(services.database, caller.tenantIds, work);
  const asked = { endpoint, caller, resource };
  const ctx = {
    ...parts,
    caller,
    resource,
    request,
    services,
    now,
    inTenant: tenant,
    requireApproval: requireApproval(asked),
  } as LaterContext;
  return { ctx, act: { endpoint, request, path, caller, resource, line: 'none' } };
}

/** The user with the rights of now; undefined when deleted, inactive or locked. */
async function loadUser(services: Services, userId: string, now: Date): Promise<Caller | undefined> {
  const { database } = services;
  const [user] = await database<{ accessVersion: number }[]>`
    select access_version from app_user where user_id = ${userId} and active and locked_reason is null`;
  return user && loadUserCaller(services, userId, user.accessVersion, now.getTime());
}

/** A request of the portal that no connection carries, under its own idempotency key. */
export function laterRequest(id: string, ip: string, idempotencyKey: string): RequestInfo {
  return {
    id,
    ip,
    userAgent: '',
    program: 'portal',
    header: (name) => (name === 'idempotency-key' ? idempotencyKey : undefined),
    cookie: () => undefined,
    signal: new AbortController().signal,
  };
}

import { maskCardNumbers } from '#shared/card-number.ts';
import type { Endpoint, ResponseInputOf, SchemasOf } from '#shared/define-endpoint.ts';
import type { ScopedPermission } from '#shared/scoped-permission.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { listGrantedPermissions } from '#server/auth/access-store.ts';
import { actorOf } from '#server/audit/actor.ts';
import {
  type Handler,
  type HandlerContextWithoutTransaction,
  Reply,
  handleWithoutTransaction,
} from '#server/handler.ts';
import { type ScimProblem, scimContentType } from '#server/http/scim-problem.ts';
import type { Services } from '#server/services.ts';
import { lockInOrder } from '#features/access/users/server/lock-users.ts';
import { lockScimCompany, storeChangeTime } from './db/scim-company.ts';
import { recordRefusal } from './db/scim-refusal.ts';
import { findToken } from './db/scim-token.ts';
import { toRefusalReason, refusals, toScimProblem } from './refuse.ts';

/** A request with a SCIM token, in a transaction that sees the token's company only. */
export interface ScimContext<C = Endpoint> extends HandlerContextWithoutTransaction<C, Services> {
  sql: TenantSql;
  companyId: number;
  /** The address of /scim/v2. */
  baseUrl: string;
}

/** A handler of SCIM. Refusals are logged for the settings, in a separate transaction. */
export function handleScim<C extends Endpoint>(
  endpoint: C,
  schemas: SchemasOf<C>,
  run: (ctx: ScimContext<C>) => Promise<ScimReply>,
): Handler<Services> {
  return handleWithoutTransaction<C, Services>(endpoint, schemas, async (ctx) => {
    const { caller, now, services } = ctx;
    const companyId = caller.organisation.id;
    const baseUrl = `${services.config.portalUrl}/scim/v2`;
    try {
      return (await ctx.inTenant((sql) => run({ ...ctx, sql, companyId, baseUrl }))) as Reply<
        ResponseInputOf<C>
      >;
    } catch (cause) {
      const error = toScimProblem(cause);
      const refusalDetails = toRefusalReason(error);
      // Providers look for users and groups that do not exist yet.
      const isSearch = refusalDetails?.reason === 'NOT_FOUND' && endpoint.method === 'GET';
      if (refusalDetails && !isSearch) {
        const objectId = objectIdOf(ctx);
        const refusal = { tokenId: caller.id, act: endpoint.name, objectId, ...refusalDetails };
        await inTenant(services.database, caller.tenantIds, (sql) =>
          recordRefusal(sql, companyId, { refusal, now }),
        );
      }
      throw error;
    }
  });
}

const maxNameLength = 100;

/** The id of the user or group; the name of a new one. */
function objectIdOf({ path, body }: Pick<ScimContext, 'path' | 'body'>): string {
  const { id } = path as { id?: string };
  if (id !== undefined) return id.toLowerCase();
  const names = Object.entries((body ?? {}) as Record<string, unknown>);
  const [, name] = names.find(([key]) => ['username', 'displayname'].includes(key.toLowerCase())) ?? [];
  return typeof name === 'string' ? maskCardNumbers(name.slice(0, maxNameLength)) : '';
}

type ScimReply = Reply<Record<string, unknown> | undefined>;

/** A resource with its version, a list or a document. */
export function scimReply(
  body: Record<string, unknown>,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): ScimReply {
  return new Reply(status, body, { headers: { 'content-type': scimContentType, ...headers } });
}

/** Without a body. */
export const emptyReply = (status: number, headers: Record<string, string> = {}): ScimReply =>
  new Reply(status, undefined, { headers });

/** The user whose rights limit the token: the user who created it. */
export interface TokenCreator {
  userId: string;
  /** The current permissions of the maker; none when the maker is inactive or deleted, or the token waits for approval. */
  permissions: ScopedPermission[];
  /** The refusal of a change that needs more than `permissions`. */
  lacksRights: () => ScimProblem;
}

/** Locks the company, so that its changes come one after the other. Comes before the lock of users. */
export async function lockCompany({ sql, companyId, now }: ScimContext): Promise<void> {
  await lockScimCompany(sql, companyId);
  await storeChangeTime(sql, companyId, now);
}

/**
 * Locks the maker and all users of the change, and returns the maker with the rights of this moment. A maker who is losing a
 * role cannot give it away. One call locks all of them: the portal locks users in the same order.
 */
export async function lockCreator(ctx: ScimContext, userIds: readonly string[]): Promise<TokenCreator> {
  const { sql, companyId, caller, services } = ctx;
  const token = await findToken(sql, companyId, caller.id);
  // Revoked since the request was authenticated.
  if (!token) throw refusals.creatorLostRights();
  const userId = token.createdBy;
  await lockInOrder(sql, [...new Set([userId, ...userIds])]);
  if (token.needsApproval && (await services.approvalGate.holds(sql, companyId, 'grantRole')))
    return { userId, permissions: [], lacksRights: refusals.tokenNeedsApproval };
  return {
    userId,
    permissions: await listGrantedPermissions(sql, userId),
    lacksRights: refusals.creatorLostRights,
  };
}

/** The actor for the audit: the token. */
export const actorIn = (ctx: Pick<ScimContext, 'caller' | 'request' | 'now'>) => actorOf(ctx);

/** Throws 412 when If-Match names another version. */
export function requireVersion({ request }: Pick<ScimContext, 'request'>, tag: string): void {
  const ifMatch = request.header('if-match');
  if (ifMatch !== undefined && !listsTag(ifMatch, tag)) throw refusals.version();
}

/** Whether If-None-Match names this version, so that the client has it already. */
export const isUnchanged = ({ request }: Pick<ScimContext, 'request'>, tag: string): boolean =>
  listsTag(request.header('if-none-match') ?? '', tag);

const listsTag = (header: string, tag: string): boolean =>
  header
    .split(',')
    .map((entry) => entry.trim())
    .some((entry) => entry === '*' || withoutWeakPrefix(entry) === withoutWeakPrefix(tag));

const withoutWeakPrefix = (tag: string): string => tag.replace(/^W\//, '');

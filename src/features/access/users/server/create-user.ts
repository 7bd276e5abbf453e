import { randomUUID } from 'node:crypto';
import type { Locale } from '#shared/locales.ts';
import { problems } from '#shared/problem.ts';
import { hasPermissionOn } from '#shared/scoped-permission.ts';
import type { Sql } from '#database/connection.ts';
import { type HandlerContext, Reply, handle } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { reachesTree } from '../grant-rules.ts';
import { loadGrants, replaceGrants, resolveGrants } from './db/grants.ts';
import { lockEditor } from './lock-users.ts';
import { invalidValue, userNameTaken } from './scim-problems.ts';
import { auditUser } from './user-audit.ts';
import { type UserNames, userNames, toScimUser, loadUserRecord } from './db/user-records.ts';

/** The organisation decides the kind of user: users of a DOMAIN are domain users. */
export const createUser = handle(endpoints.createUser, schemas.createUser, async (ctx) => {
  const { sql, caller, resource, body, now } = ctx;
  const held = await lockEditor(sql, caller);
  const membership = await loadOrganisation(sql, resource.organisationId);
  if (membership.type === 'INSTALLATION') throw invalidValue();
  if (!mayPlace(held, ctx, membership)) throw problems.forbidden();
  const names = userNames(body);
  const userId = randomUUID();
  const grants = await resolveGrants(sql, held, body.entitlements ?? [], {
    membershipPath: membership.path,
    before: [],
  });
  if (grants.length > 0) {
    const { id: organisationId } = membership;
    await ctx.requireApproval(sql, { organisationId, objectId: null, objectName: names.userName });
  }
  await insertUser(sql, {
    userId,
    organisationId: membership.id,
    ...names,
    active: body.active ?? true,
    domainUser: membership.type === 'DOMAIN',
    createdBy: caller.id,
    now,
  });
  await replaceGrants(sql, userId, [], grants);
  const after = { record: await loadUserRecord(sql, userId), grants: await loadGrants(sql, userId) };
  await auditUser(sql, ctx, 'createUser', { after });
  return new Reply(201, toScimUser(after.record, after.grants, now));
});

interface Membership {
  id: number;
  type: string;
  path: string;
}

/** Requires current permissions, reach over the whole subtree, and a domain user to create domain users. */
function mayPlace(
  held: Awaited<ReturnType<typeof lockEditor>>,
  { caller }: HandlerContext<typeof endpoints.createUser>,
  { type, path }: Membership,
): boolean {
  const isDomain = type === 'DOMAIN';
  if (isDomain && !(caller.domainUser && hasPermissionOn(held, 'P_MANAGE_DOMAIN_PORTAL_USER', path)))
    return false;
  return (
    hasPermissionOn(held, 'P_VIEW_MI_MERCHANT_ADMIN', path) &&
    hasPermissionOn(held, 'P_CREATE_PORTAL_USER', path) &&
    reachesTree({ path: caller.organisation.path, held }, path)
  );
}

async function loadOrganisation(sql: Sql, id: number): Promise<Membership> {
  const [row] = await sql<Membership[]>`select id, type, path from organisation where id = ${id}`;
  if (!row) throw problems.forbidden();
  return row;
}

interface NewUser extends UserNames {
  userId: string;
  organisationId: number;
  active: boolean;
  domainUser: boolean;
  /** The creating user, whose language the first emails use. null: the operator of the system. */
  createdBy: string | null;
  /** The language of the first emails, if it is known. */
  locale?: Locale;
  now: Date;
}

/** Inserts a user without password and roles. Throws SCIM05 when the username is taken, in any company. */
export async function insertUser(sql: Sql, user: NewUser): Promise<void> {
  const rows = await sql`
    insert into app_user (user_id, organisation_id, user_name, user_name_key, given_name, family_name,
                          domain_user, active, locale, created_by, created_at, updated_at)
    values (${user.userId}, ${user.organisationId}, ${user.userName}, ${user.userNameKey}, ${user.givenName},
            ${user.familyName}, ${user.domainUser}, ${user.active},
            coalesce(${user.locale ?? null}, (select locale from app_user where user_id = ${user.createdBy}), 'en'),
            ${user.createdBy}, ${user.now}, ${user.now})
    on conflict (user_name_key) do nothing
    returning 1`;
  if (rows.length === 0) throw userNameTaken();
}

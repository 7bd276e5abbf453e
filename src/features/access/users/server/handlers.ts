import { userNameKey } from '#shared/user-name.ts';
import * as endpoints from '../endpoints.ts';
import { isLocked, visibleUsers } from './db/visible-users.ts';
import * as schemas from '../schemas.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Fragment, Sql } from '#database/connection.ts';
import { handle } from '#server/handler.ts';
import { mayOn } from '#server/auth/caller.ts';
import { resetFactors, summariseFactors } from '#features/access/second-factor/server/reset-factors.ts';
import type { OrganisationUnit } from '../schemas.ts';
import type { output } from 'zod/mini';
import { type SortAttribute, listSchema } from '../users-search.ts';
import {
  type UserRecord,
  toListedUser,
  toScimUser,
  userColumns,
  loadUserRecord,
  recordIdentityChange,
} from './db/user-records.ts';
import { loadGrants, loadRolesFor } from './db/grants.ts';
import { lockUserToChange } from './lock-users.ts';
import { issueInvitation, loadInvited, lockInvited } from './invite-user.ts';
import { auditUser } from './user-audit.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { nothingToSend } from './scim-problems.ts';
import { auditAction } from '#server/audit/audit-event.ts';

type SearchBody = output<typeof schemas.searchUsers.body>;

export const searchUsers = handle(
  endpoints.searchUsers,
  schemas.searchUsers,
  async ({ sql, caller, resource, body, now }) => {
    const visible = sql`${visibleUsers(sql, caller, resource.path)} ${matches(sql, body, now)}`;
    const { startIndex = 1, count = 25, sortBy = 'userName', sortOrder = 'ascending' } = body;
    const [counts] = await sql<{ total: number }[]>`select count(*)::integer as total ${visible}`;
    const records = await sql<UserRecord[]>`
    select ${userColumns(sql)} ${visible}
    order by ${sortKey(sql, sortBy, now)} ${sortOrder === 'descending' ? sql`desc` : sql`asc`} nulls last,
             u.user_name_key, u.user_id
    limit ${count} offset ${startIndex - 1}`;
    return {
      schemas: [listSchema],
      totalResults: counts?.total ?? 0,
      startIndex,
      itemsPerPage: records.length,
      Resources: records.map((record) => toListedUser(record, now)),
    };
  },
);

/** Conditions of the filters. They limit users that the organisation's index has found. */
function matches(sql: Sql, { text, status }: Pick<SearchBody, 'text' | 'status'>, now: Date): Fragment {
  const locked = isLocked(sql, now);
  const withText =
    text === undefined ? sql`` : sql`and strpos(u.words, fold_words(${userNameKey(text)})) > 0`;
  if (status === undefined) return withText;
  if (status === 'locked') return sql`${withText} and ${locked}`;
  return sql`${withText} and not ${locked} and u.active = ${status === 'active'}`;
}

function sortKey(sql: Sql, attribute: SortAttribute, now: Date): Fragment {
  switch (attribute) {
    case 'userName':
      return sql`u.user_name_key`;
    case 'name.givenName':
      return sql`lower(u.given_name)`;
    case 'name.familyName':
      return sql`lower(u.family_name)`;
    case 'active':
      return sql`u.active`;
    case 'meta.created':
      return sql`u.created_at`;
    case 'extraInfo.passwordStatus':
      return sql`case when u.password_hash is null then 1 when u.locked_reason = 'TEMPORARY_PASSWORD' then 2
                      when u.locked_reason = 'PASSWORD_EXPIRED' then 3 else 0 end`;
    case 'extraInfo.lastLogon':
      return sql`u.last_logon_at`;
    case 'extraInfo.lockedReason':
      return sql`case when u.locked_until <= ${now} then null else u.locked_reason end`;
  }
}

/** Domain users see domain users only, other users see other users only (docs/domain.md#users). */
export const getUser = handle(endpoints.getUser, schemas.getUser, async ({ sql, caller, resource, now }) => {
  if (resource.domainUser !== caller.domainUser) throw problems.forbidden();
  const record = await loadUserRecord(sql, resource.userId);
  return toScimUser(record, await loadGrants(sql, record.userId), now);
});

export const getUserFactors = handle(
  endpoints.getUserFactors,
  schemas.getUserFactors,
  async ({ sql, caller, resource }) => {
    if (resource.domainUser !== caller.domainUser) throw problems.forbidden();
    return summariseFactors(sql, resource.userId);
  },
);

export const getOrganisationUsers = handle(
  endpoints.getOrganisationUsers,
  schemas.getOrganisationUsers,
  async ({ sql, caller, resource }) => {
    return sql<{ id: string; userName: string; firstName: string; lastName: string }[]>`
    select u.user_id as id, u.user_name, u.given_name as first_name, u.family_name as last_name
    ${visibleUsers(sql, caller, resource.path)}
    order by u.user_name_key, u.user_id`;
  },
);

export const getExposedRoles = handle(
  endpoints.getExposedRoles,
  schemas.getExposedRoles,
  async ({ sql, query }) => {
    const roles = await loadRolesFor(sql, query.application);
    return roles.map(({ tags, companyId: _company, ...role }) => ({
      ...role,
      tags: tags.map((value) => ({ category: 'GROUP' as const, value })),
    }));
  },
);

const userPermissions: readonly Permission[] = [
  'P_VIEW_USER',
  'P_CREATE_PORTAL_USER',
  'P_MANAGE_PORTAL_USER',
  'P_MANAGE_DOMAIN_PORTAL_USER',
];

/** Only organisations where the caller may manage users. */
export const getUserOrganisationHierarchy = handle(
  endpoints.getUserOrganisationHierarchy,
  schemas.getUserOrganisationHierarchy,
  async ({ sql, caller, resource }) => {
    const { path } = resource;
    const tree = await sql<OrganisationUnit[]>`
    select id, name, type, parent_id as parent_org_id, path as parent_path
    from organisation
    where (path = ${path} or (path > ${path} || '/' and path < ${path} || '0')) and type <> 'INSTALLATION'
    order by name, id`;
    return tree.filter((unit) => userPermissions.some((name) => mayOn(caller, name, unit.parentPath)));
  },
);

/** Roles, sessions and tokens are deleted with the user. The name is kept for the audit. */
export const deleteUser = handle(endpoints.deleteUser, schemas.deleteUser, async (ctx) => {
  const { sql, caller, resource, now } = ctx;
  const { record, grants } = await lockUserToChange(sql, caller, resource.userId);
  await sql`
    insert into former_user (user_id, organisation_id, company_id, user_name, given_name, family_name,
                             deleted_at, deleted_by)
    values (${record.userId}, ${record.organisationId}, ${record.companyId}, ${record.userName},
            ${record.givenName}, ${record.familyName}, ${now}, ${caller.id})`;
  await sql`delete from app_user where user_id = ${record.userId}`;
  await auditUser(sql, ctx, 'deleteUser', { before: { record, grants } });
  return undefined;
});

export const sendInvitation = handle(endpoints.sendInvitation, schemas.sendInvitation, async (ctx) => {
  const { sql, caller, resource, now } = ctx;
  const user = await lockInvited(sql, caller, resource.userId, now);
  const { tokenId, locale } = await issueInvitation(sql, user, now);
  const { record } = user;
  await queueMail(sql, {
    key: `invitation:${tokenId}`,
    template: 'invitation',
    to: record.userName,
    locale,
    values: {
      name: `${record.givenName} ${record.familyName}`,
      organisation: record.organisationName,
      tokenId,
    },
    now,
  });
  await auditUser(sql, ctx, 'sendInvitation', { before: user, after: await loadInvited(sql, user) });
  return undefined;
});

/** The rename itself has emailed both addresses. This call of the specification is audited, and refused a second time. */
export const sendUsernameChange = handle(
  endpoints.sendUsernameChange,
  schemas.sendUsernameChange,
  async (ctx) => {
    const { sql, caller, resource } = ctx;
    const { record, grants } = await lockUserToChange(sql, caller, resource.userId);
    if (record.formerUserName === null) throw nothingToSend();
    await sql`update app_user set former_user_name = null where user_id = ${record.userId}`;
    await auditUser(sql, ctx, 'sendUsernameChange', { after: { record, grants } });
    return undefined;
  },
);

/** For a user who has lost their device and their codes (docs/domain.md#second-factors). */
export const resetSecondFactor = handle(
  endpoints.resetSecondFactor,
  schemas.resetSecondFactor,
  async (ctx) => {
    const { sql, caller, resource, request, now } = ctx;
    const { record, grants } = await lockUserToChange(sql, caller, resource.userId);
    const { userId, companyId, organisationId } = record;
    const before = await resetFactors(sql, { userId, by: caller.name, now });
    if (!before) throw new Problem(409, 'NO_SECOND_FACTOR', 'user_has_no_second_factor');
    if (grants.length > 0)
      await ctx.requireApproval(sql, { organisationId, objectId: userId, objectName: record.userName });
    await recordIdentityChange(sql, userId, { by: caller.id, now });
    await auditAction(sql, {
      by: { caller, request, now },
      companyId,
      organisationId,
      act: endpoints.resetSecondFactor.name,
      objectKind: 'user',
      objectId: userId,
      before,
    });
    return undefined;
  },
);

// Longer handlers are in separate files.
export { createUser } from './create-user.ts';
export { createInvitationLink } from './create-invitation-link.ts';
export { updateUser } from './update-user.ts';

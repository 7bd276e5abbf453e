import type { Permission } from '#shared/permissions.ts';
import { type Locale, locales } from '#shared/locales.ts';
import { hasPermissionOn } from '#shared/scoped-permission.ts';
import { userNameKey } from '#shared/user-name.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { mayChange } from '#features/access/users/grant-rules.ts';
import {
  type UserState,
  changeUserBy,
  createUserBy,
  loadUserState,
} from '#features/access/users/server/manage-user.ts';
import { hasAdministrator } from './db/administrators.ts';
import { readScimCompany } from './db/scim-company.ts';
import { removeFromGroups } from './db/scim-group.ts';
import {
  type ScimUserRecord,
  findNamesake,
  findScimUser,
  unprovisionUser,
  provisionUser,
  updateScimUser,
} from './db/scim-user.ts';
import { syncGrants } from './sync-grants.ts';
import { refusals } from './refuse.ts';
import { valuesOf, versionTag } from './resource/user-resource.ts';
import type { UserValues } from './resource/user-values.ts';
import {
  type TokenCreator,
  type ScimContext,
  actorIn,
  lockCompany,
  lockCreator,
  requireVersion,
} from './scim-context.ts';

/**
 * Creates a user of the company, or takes over one that the company has already. Okta assigns a person again with a
 * POST after it deactivated them.
 */
export async function addUser(ctx: ScimContext, values: UserValues): Promise<ScimUserRecord> {
  const { sql, companyId, caller, now } = ctx;
  await lockCompany(ctx);
  const namesake = await findNamesake(sql, userNameKey(values.userName));
  if (namesake) {
    // The same refusal for everyone else's users, so that it reveals nothing about them.
    if (namesake.companyId !== companyId || namesake.domainUser || namesake.isInUse)
      throw refusals.userNameTaken();
    return takeOverUser(ctx, namesake.userId, values);
  }
  const creator = await lockCreator(ctx, []);
  requireRight(ctx, creator, 'P_CREATE_PORTAL_USER');
  const userId = await createUserBy(sql, actorIn(ctx), {
    userName: values.userName,
    givenName: values.givenName,
    familyName: values.familyName,
    active: values.active,
    organisationId: caller.organisation.id,
    grants: [],
    createdBy: creator.userId,
    locale: languageOf(values.locale),
  });
  const { sendInvitations: awaitsInvitation } = await readScimCompany(sql, companyId);
  await provisionUser(sql, companyId, userId, { values, awaitsInvitation, now });
  return loadUser(ctx, userId);
}

/** The provider may change the user from now on, so the maker needs the rights for every change. */
async function takeOverUser(ctx: ScimContext, userId: string, values: UserValues): Promise<ScimUserRecord> {
  const { sql, companyId, now } = ctx;
  const creator = await lockCreator(ctx, [userId]);
  const state = await loadUserState(sql, userId);
  requireChange(ctx, creator, state);
  await changePortalUser(ctx, creator, state, values);
  await provisionUser(sql, companyId, userId, { values, awaitsInvitation: false, now });
  await auditScim(ctx, userId, { after: { provisioned: true, externalId: values.externalId } });
  return loadUser(ctx, userId);
}

/** A user in the version that If-Match names, and the maker of the token, locked. */
async function lockProvisioned(ctx: ScimContext, userId: string) {
  await lockCompany(ctx);
  const creator = await lockCreator(ctx, [userId]);
  const record = await findScimUser(ctx.sql, ctx.companyId, userId);
  if (!record) throw refusals.notFound();
  requireVersion(ctx, versionTag(record.version));
  return { creator, record };
}

/** Changes a user in the version that If-Match names. Without a difference nothing is written. */
export async function changeUser(
  ctx: ScimContext,
  userId: string,
  toValues: (before: UserValues) => UserValues,
): Promise<ScimUserRecord> {
  const { sql, companyId, now } = ctx;
  const { creator, record } = await lockProvisioned(ctx, userId);
  const before = valuesOf(record);
  const values = toValues(before);
  if (JSON.stringify(values) === JSON.stringify(before)) return record;
  const state = await loadUserState(sql, userId);
  const isRenamed = (['userName', 'givenName', 'familyName'] as const).some(
    (key) => values[key] !== before[key],
  );
  // A new address leads to the password and an active user to access; taking access away needs no right.
  if (isRenamed || (values.active && !before.active)) requireChange(ctx, creator, state);
  await changePortalUser(ctx, creator, state, values);
  await updateScimUser(sql, companyId, userId, { values, now });
  const ids = ({ externalId, displayName, email, locale, timezone }: UserValues) => ({
    externalId,
    displayName,
    email,
    locale,
    timezone,
  });
  if (JSON.stringify(ids(values)) !== JSON.stringify(ids(before)))
    await auditScim(ctx, userId, { before: ids(before), after: ids(values) });
  return loadUser(ctx, userId);
}

/** Deactivates a user, takes the roles of the groups, and hides the user from SCIM. The user and other roles stay. */
export async function removeUser(ctx: ScimContext, userId: string): Promise<void> {
  const { sql, companyId, now } = ctx;
  const { creator, record } = await lockProvisioned(ctx, userId);
  await removeFromGroups(sql, companyId, userId);
  await syncGrants(sql, { companyId, userIds: [userId], holder: creator, now });
  await changePortalUser(ctx, creator, await loadUserState(sql, userId), {
    ...valuesOf(record),
    active: false,
  });
  await unprovisionUser(sql, companyId, userId, now);
  await auditScim(ctx, userId, {
    before: { provisioned: true, externalId: record.externalId },
    after: { provisioned: false },
  });
}

/** Names and activity. Deactivation ends the sessions. */
async function changePortalUser(
  ctx: ScimContext,
  creator: TokenCreator,
  state: UserState,
  values: UserValues,
): Promise<void> {
  const { sql, caller } = ctx;
  const { record, grants } = state;
  const names = {
    userName: values.userName,
    givenName: values.givenName,
    familyName: values.familyName,
    active: values.active,
  };
  const isSame = (Object.keys(names) as (keyof typeof names)[]).every((key) => names[key] === record[key]);
  if (isSame) return;
  const isEnding = record.active && !values.active;
  const hadAdministrator = isEnding && (await hasAdministrator(sql, caller.organisation));
  await changeUserBy(sql, actorIn(ctx), state, { ...names, grants }, creator.userId);
  if (hadAdministrator && !(await hasAdministrator(sql, caller.organisation)))
    throw refusals.lastAdministrator();
}

async function loadUser({ sql, companyId }: ScimContext, userId: string): Promise<ScimUserRecord> {
  const record = await findScimUser(sql, companyId, userId);
  if (!record) throw refusals.notFound();
  return record;
}

function requireRight({ caller }: ScimContext, creator: TokenCreator, name: Permission): void {
  const { path } = caller.organisation;
  const { permissions, lacksRights } = creator;
  if (
    !hasPermissionOn(permissions, 'P_VIEW_MI_MERCHANT_ADMIN', path) ||
    !hasPermissionOn(permissions, name, path)
  )
    throw lacksRights();
}

/**
 * The rule of the portal: an editor manages users and holds every permission that the user has
 * (docs/domain.md#granting-roles).
 */
function requireChange(ctx: ScimContext, creator: TokenCreator, { grants }: UserState): void {
  requireRight(ctx, creator, 'P_MANAGE_PORTAL_USER');
  if (!mayChange(creator.permissions, grants)) throw creator.lacksRights();
}

/** The attributes of a user that only SCIM has. Names, activity and roles have separate events. */
function auditScim(
  ctx: ScimContext,
  userId: string,
  change: { before?: object; after?: object },
): Promise<void> {
  return auditAction(ctx.sql, {
    by: ctx,
    companyId: ctx.companyId,
    act: 'provisionUser',
    objectKind: 'user',
    objectId: userId,
    ...change,
  });
}

/** The language of `de-CH`, if the product has it. */
const languageOf = (locale: string | null): Locale | undefined =>
  locales.find((candidate) => candidate === locale?.slice(0, 2).toLowerCase());

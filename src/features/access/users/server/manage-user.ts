import { randomUUID } from 'node:crypto';
import { covers } from '#shared/org-path.ts';
import type { Locale } from '#shared/locales.ts';
import { problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { issueAccountToken } from '#server/auth/account-token.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { portalApplication } from '../endpoints.ts';
import { insertUser } from './create-user.ts';
import { type Grant, loadGrants, replaceGrants, loadRolesFor } from './db/grants.ts';
import { auditUserBy } from './user-audit.ts';
import { type UserNames, userNames, type UserRecord, loadUserRecord } from './db/user-records.ts';
import { writeUser } from './db/write-user.ts';

/*
 * Changes of a company's users by commands of the operator, who may give every role, and by an identity provider, whose rights
 * src/features/access/scim checks. Each validates, writes and audits in the
 * transaction of `sql`, and throws a Problem to refuse.
 */

export interface UserState {
  record: UserRecord;
  grants: Grant[];
}

export interface UserContent {
  givenName: string;
  familyName: string;
  active: boolean;
  grants: readonly Grant[];
}

interface NewUserContent extends UserContent {
  userName: string;
  organisationId: number;
  createdBy?: string | null;
  locale?: Locale;
}

/** A user by username, locked until the end of the transaction. */
export async function findUser(sql: TenantSql, userNameKey: string): Promise<UserState | undefined> {
  const [row] = await sql<{ userId: string }[]>`
    select user_id from app_user where user_name_key = ${userNameKey} for update`;
  return row && loadUserState(sql, row.userId);
}

/** The usernames of a company's active users. */
export async function listCompanyUserNames(
  sql: TenantSql,
  companyId: number,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ userNameKey: string }[]>`
    select u.user_name_key from app_user u join organisation o on o.id = u.organisation_id
    where o.company_id = ${companyId} and u.active order by u.user_name_key limit ${limit}`;
  return rows.map(({ userNameKey }) => userNameKey);
}

/** A role on an organisation as a grant. Throws 400 for an unknown role, and for a place outside the user's organisation. */
export async function toGrant(
  sql: TenantSql,
  {
    role: roleId,
    at,
  }: { role: string; at: { id: number; companyId: number | null; name: string; path: string } },
  membershipPath: string,
): Promise<Grant> {
  const role = (await loadRolesFor(sql, portalApplication)).find(({ id }) => id === roleId);
  const isForeign = role !== undefined && role.companyId !== null && role.companyId !== at.companyId;
  if (!role || isForeign) throw problems.invalid('body.role', 'not_allowed');
  if (!covers(membershipPath, at.path)) throw problems.invalid('body.at', 'not_allowed');
  return {
    roleId,
    roleName: role.name,
    permissions: role.permissions,
    organisationId: at.id,
    organisationName: at.name,
    path: at.path,
    cascade: true,
  };
}

/** Creates a user without a password. The first emails use `locale`, or the language of `createdBy`. Returns the id. */
export async function createUserBy(
  sql: TenantSql,
  by: Actor,
  { userName, organisationId, createdBy = null, locale, ...content }: NewUserContent,
): Promise<string> {
  const names = normaliseNames(userName, content);
  const userId = randomUUID();
  const { active } = content;
  const user = { userId, organisationId, ...names, active, domainUser: false, createdBy, locale, now: by.at };
  await insertUser(sql, user);
  await replaceGrants(sql, userId, [], content.grants);
  await auditUserBy(sql, by, 'createUser', { after: await loadUserState(sql, userId) });
  return userId;
}

/** Replaces a user's names, roles and whether the user is active; the user name only when it is given. Open sessions get the new permissions, or end. `changedBy`: the maker of the token that makes the change. */
export async function changeUserBy(
  sql: TenantSql,
  by: Actor,
  before: UserState,
  content: UserContent & { userName?: string },
  changedBy: string | null = null,
): Promise<void> {
  const { userId, userName, organisationId, path } = before.record;
  const names = normaliseNames(content.userName ?? userName, content);
  const membership = { id: organisationId, path };
  await writeUser(
    sql,
    before.record,
    { names, active: content.active, membership, isUnlocked: false, changedBy },
    by.at,
  );
  await replaceGrants(sql, userId, before.grants, content.grants);
  await auditUserBy(sql, by, 'updateUser', { before, after: await loadUserState(sql, userId) });
}

/** Emails the link with which a new user sets a password. */
export async function inviteUserBy(sql: TenantSql, by: Actor, userId: string): Promise<void> {
  const before = await loadUserState(sql, userId);
  const { record } = before;
  const tokenId = await issueAccountToken(sql, { purpose: 'invitation', userId, now: by.at });
  const [row] = await sql<{ locale: Locale }[]>`
    update app_user set invited_at = ${by.at} where user_id = ${userId} returning locale`;
  await queueMail(sql, {
    key: `invitation:${tokenId}`,
    template: 'invitation',
    to: record.userName,
    locale: row?.locale ?? 'en',
    values: {
      name: `${record.givenName} ${record.familyName}`,
      organisation: record.organisationName,
      tokenId,
    },
    now: by.at,
  });
  await auditUserBy(sql, by, 'sendInvitation', { before, after: await loadUserState(sql, userId) });
}

/** Names as they are stored. Throws 400. */
export const normaliseNames = (
  userName: string,
  name: Pick<UserContent, 'givenName' | 'familyName'>,
): UserNames => userNames({ userName, name });

export const loadUserState = async (sql: TenantSql, userId: string): Promise<UserState> => ({
  record: await loadUserRecord(sql, userId),
  grants: await loadGrants(sql, userId),
});

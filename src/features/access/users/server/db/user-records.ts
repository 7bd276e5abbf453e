import type { Fragment, Sql } from '#database/connection.ts';
import { addMs, dayMs } from '#server/clock.ts';
import { isEmailLike, isPersonName } from '#shared/patterns.ts';
import { userNameKey } from '#shared/user-name.ts';
import { isMailAddress } from '#server/mail/mail-address.ts';
import { invitationDays } from '../../account-state.ts';
import type { ListedUser, ScimUser } from '../../scim-user.ts';
import { userSchema } from '../../users-search.ts';
import type { Grant } from './grants.ts';
import { invalidValue } from '../scim-problems.ts';

export interface UserRecord {
  userId: string;
  userName: string;
  formerUserName: string | null;
  givenName: string;
  familyName: string;
  active: boolean;
  domainUser: boolean;
  organisationId: number;
  organisationName: string;
  path: string;
  companyId: number | null;
  hasPassword: boolean;
  lockedReason: string | null;
  lockedUntil: Date | null;
  lastLogonAt: Date | null;
  invitedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export async function loadUserRecord(sql: Sql, userId: string): Promise<UserRecord> {
  const [row] = await sql<UserRecord[]>`
    select ${userColumns(sql)} from app_user u join organisation o on o.id = u.organisation_id
    where u.user_id = ${userId}`;
  if (!row) throw new Error(`user ${userId} vanished`);
  return row;
}

/** For `app_user u join organisation o`. */
export function userColumns(sql: Sql): Fragment {
  return sql`
    u.user_id, u.user_name, u.former_user_name,
    u.given_name, u.family_name, u.active, u.domain_user,
    u.organisation_id, o.name as organisation_name, o.path,
    o.company_id, u.password_hash is not null as has_password,
    u.locked_reason, u.locked_until,
    u.last_logon_at, u.invited_at, u.created_at,
    u.updated_at, u.version`;
}

/** The lock in force. An expired lock is ignored, although only the next sign-in clears it. */
export function lockReason(record: UserRecord, now: Date): string | null {
  return record.lockedUntil !== null && record.lockedUntil <= now ? null : record.lockedReason;
}

export function toListedUser(record: UserRecord, now: Date): ListedUser {
  return {
    id: record.userId,
    userName: record.userName,
    firstName: record.givenName,
    lastName: record.familyName,
    displayName: `${record.givenName} ${record.familyName}`,
    active: record.active,
    extraInfo: {
      orgName: record.organisationName,
      organisationId: record.organisationId,
      domainUser: record.domainUser,
      passwordStatus: passwordStatus(record),
      invitationDate: record.invitedAt?.toISOString() ?? null,
      invitationExpired: record.invitedAt !== null && addMs(record.invitedAt, invitationDays * dayMs) <= now,
      lockedReason: lockReason(record, now),
      lastLogon: record.lastLogonAt?.toISOString() ?? null,
    },
    meta: {
      resourceType: 'User',
      created: record.createdAt.toISOString(),
      lastModified: record.updatedAt.toISOString(),
      location: `/proxy/sync/SCIM/Users/${record.userId}`,
      version: versionTag(record),
    },
  };
}

/** Display name, email and external id are derived from the names (docs/domain.md#users). */
export function toScimUser(record: UserRecord, grants: readonly Grant[], now: Date): ScimUser {
  const { firstName: _first, lastName: _last, ...shared } = toListedUser(record, now);
  const roles = new Map(grants.map((grant) => [grant.roleId, grant.roleName]));
  return {
    ...shared,
    schemas: [userSchema],
    externalId: record.userName,
    name: { givenName: record.givenName, familyName: record.familyName },
    userType: 'USER',
    emails: [{ value: record.userName, display: record.userName, primary: true, type: 'work' }],
    groups: [{ value: String(record.organisationId), display: record.organisationName }],
    roles: [...roles].map(([value, display]) => ({ value, display })),
    entitlements: grants.map((grant, index) => ({
      value: grant.roleId,
      display: grant.roleName,
      primary: index === 0,
      type: String(grant.organisationId),
      operation: grant.organisationName,
    })),
  };
}

export const versionTag = ({ version }: Pick<UserRecord, 'version'>): string => `W/"${version}"`;

function passwordStatus({ hasPassword, lockedReason }: UserRecord): string {
  if (!hasPassword) return 'NOT_SET';
  if (lockedReason === 'TEMPORARY_PASSWORD') return 'TEMPORARY';
  return lockedReason === 'PASSWORD_EXPIRED' ? 'EXPIRED' : 'SET';
}

/** Records who opened the account of a user. For a day the user cannot decide for them (docs/domain.md#approvals). */
export async function recordIdentityChange(
  sql: Sql,
  userId: string,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await sql`
    update app_user set identity_changed_by = ${by}, identity_changed_at = ${now} where user_id = ${userId}`;
}

export interface UserNames {
  userName: string;
  userNameKey: string;
  givenName: string;
  familyName: string;
}

const maxNameLength = 100;

/** The names as stored. Throws SCIM12 with the field that breaks docs/domain.md#users or its maximum length. */
export function userNames(body: {
  userName: string;
  name: { givenName: string; familyName: string };
}): UserNames {
  const userName = body.userName.trim().normalize('NFC');
  const givenName = body.name.givenName.trim().normalize('NFC');
  const familyName = body.name.familyName.trim().normalize('NFC');
  // The form checks the first; a user at an undeliverable address could never sign in.
  if (!isEmailLike(userName) || !isMailAddress(userName)) throw invalidValue('userName');
  for (const [field, name] of Object.entries({ givenName, familyName }))
    if (name.length > maxNameLength || !isPersonName(name)) throw invalidValue(`name.${field}`);
  return { userName, userNameKey: userNameKey(userName), givenName, familyName };
}

import { userNameKey } from '#shared/user-name.ts';
import type { Sql } from '#database/connection.ts';
import { listGrantedPermissions } from './access-store.ts';
import type { LoginResult } from '#features/access/session/schemas.ts';

export interface UserRow {
  userId: string;
  userName: string;
  givenName: string;
  familyName: string;
  active: boolean;
  domainUser: boolean;
  organisationId: number;
  organisationName: string;
  path: string;
  companyId: number | null;
  passwordHash: string | null;
  lockedReason: string | null;
  lockedUntil: Date | null;
  passwordChangedAt: Date | null;
  /** The sign-in before the current one. */
  previousLogonAt: Date | null;
  locale: string;
}

export { userNameKey };

export async function findUserByName(sql: Sql, userName: string): Promise<UserRow | undefined> {
  const [row] = await sql<UserRow[]>`${selectUser(sql)} where u.user_name_key = ${userNameKey(userName)}`;
  return row;
}

export async function loadUserById(sql: Sql, userId: string): Promise<UserRow> {
  const [row] = await sql<UserRow[]>`${selectUser(sql)} where u.user_id = ${userId}`;
  if (!row) throw new Error(`user ${userId} vanished`);
  return row;
}

function selectUser(sql: Sql) {
  return sql`
    select u.user_id, u.user_name, u.given_name,
           u.family_name, u.active, u.domain_user,
           u.organisation_id, o.name as organisation_name, o.path,
           o.company_id, u.password_hash,
           u.locked_reason, u.locked_until,
           u.password_changed_at,
           u.previous_logon_at, u.locale
    from app_user u join organisation o on o.id = u.organisation_id`;
}

/** The data of a signed-in user that the page stores (docs/domain.md#browser-storage). */
export async function buildLoginResult(sql: Sql, user: UserRow): Promise<LoginResult> {
  return {
    id: user.userId,
    userId: user.userName,
    firstName: user.givenName,
    lastName: user.familyName,
    parentOrgId: user.organisationId,
    parentOrgName: user.organisationName,
    parentPath: user.path,
    lockedReason: user.lockedReason,
    domainUser: user.domainUser,
    scopedPermissions: await listGrantedPermissions(sql, user.userId),
  };
}

import type { Sql } from '#database/connection.ts';
import { userNameKey } from '#server/auth/app-user.ts';

interface FirstAdministrator {
  userId: string;
  organisationId: number;
  /** The organisation is the provider's, above companies. */
  isDomainUser: boolean;
  userName: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  now: Date;
}

/** Inserts the administrator of a new system, with every right at and below the organisation. */
export async function insertFirstAdministrator(sql: Sql, user: FirstAdministrator): Promise<void> {
  const { userId, organisationId, userName, now } = user;
  await sql`
    insert into app_user (user_id, organisation_id, user_name, user_name_key, given_name, family_name,
                          domain_user, password_hash, password_changed_at, created_at)
    values (${userId}, ${organisationId}, ${userName}, ${userNameKey(userName)}, ${user.firstName},
            ${user.lastName}, ${user.isDomainUser}, ${user.passwordHash}, ${now}, ${now})`;
  await sql`
    insert into role_grant (user_id, role_id, organisation_id, cascade)
    values (${userId}, 'administrator', ${organisationId}, true)`;
}

import type { Sql } from '#database/connection.ts';
import { userNameTaken } from './scim-problems.ts';
import type { UserNames } from './user-names.ts';

interface NewUser extends UserNames {
  userId: string;
  organisationId: number;
  active: boolean;
  domainUser: boolean;
  /** Whose language the first mails are written in: the person that creates the user. */
  createdBy: string;
  now: Date;
}

/** A user without a password and without roles; SCIM05 when the name is taken, by whomever. */
export async function insertUser(sql: Sql, user: NewUser): Promise<void> {
  const rows = await sql`
    insert into app_user (user_id, organisation_id, user_name, user_name_key, given_name, family_name,
                          domain_user, active, locale, created_at, updated_at)
    values (${user.userId}, ${user.organisationId}, ${user.userName}, ${user.userNameKey}, ${user.givenName},
            ${user.familyName}, ${user.domainUser}, ${user.active},
            coalesce((select locale from app_user where user_id = ${user.createdBy}), 'en'), ${user.now}, ${user.now})
    on conflict (user_name_key) do nothing
    returning 1`;
  if (rows.length === 0) throw userNameTaken();
}

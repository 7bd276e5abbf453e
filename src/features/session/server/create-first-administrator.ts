import { randomUUID } from 'node:crypto';
import { isEmailLike } from '#shared/patterns.ts';
import { problems } from '#shared/problem.ts';
import { readTokenId, useAccountToken } from '#server/auth/account-token.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { handlePublic } from '#server/handler.ts';
import { isCommonPassword } from '#server/auth/common-password.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { createFirstAdministrator as endpoint } from '../endpoints.ts';
import { failedPasswordChecks } from '../password-policy.ts';
import { userNameKey } from './user-store.ts';

/** Id of the organisation at the top of a new installation. */
const topOrganisation = 1;

/** Once: the token is used up in the transaction that makes the organisation and its administrator. */
export const createFirstAdministrator = handlePublic(
  endpoint,
  async ({ path, body, services, now, request }) => {
    const userName = body.username.trim();
    if (!isEmailLike(userName)) throw problems.invalid('username_email');
    const failed = failedPasswordChecks(body.password, userName, {
      min: services.config.passwordMinLength,
      max: services.config.passwordMaxLength,
    });
    if (failed.length > 0 || (await isCommonPassword(body.password))) {
      throw problems.invalid('password_not_good');
    }
    const passwordHash = await hashPassword(body.password);
    const tokenId = readTokenId(services.keys.accountLink, path.token);
    const userId = randomUUID();
    await services.database.begin(async (sql) => {
      // One at a time: the second of two sees the first one's administrator.
      await sql`select pg_advisory_xact_lock(hashtext('first administrator'))`;
      const [state] = await sql<{ empty: boolean }[]>`select not exists (select from app_user) as empty`;
      const isOpen = tokenId !== undefined && state?.empty === true;
      if (!isOpen || !(await useAccountToken(sql, { tokenId, purposes: ['first-administrator'], now }))) {
        throw problems.invalid('link_not_valid');
      }
      await sql`
      insert into organisation (id, type, name, path)
      values (${topOrganisation}, 'DOMAIN', ${body.organisationName.trim()}, ${`/${topOrganisation}`})`;
      await sql`
      insert into app_user (user_id, organisation_id, user_name, user_name_key, given_name, family_name,
                            domain_user, password_hash, password_changed_at, created_at)
      values (${userId}, ${topOrganisation}, ${userName}, ${userNameKey(userName)}, ${body.firstName.trim()},
              ${body.lastName.trim()}, true, ${passwordHash}, ${now}, ${now})`;
      await sql`
      insert into role_grant (user_id, role_id, organisation_id, cascade)
      values (${userId}, 'administrator', ${topOrganisation}, true)`;
      await writeAuditEvent(sql, {
        at: now,
        actorKind: 'user',
        actor: userId,
        ip: request.ip,
        act: 'createFirstAdministrator',
        objectKind: 'user',
        objectId: userId,
        outcome: 'allowed',
        requestId: request.id,
      });
    });
    return { userName };
  },
);

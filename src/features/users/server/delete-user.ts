import { handle } from '#server/handler.ts';
import { deleteUser as endpoint } from '../endpoints.ts';
import { lockUserToChange } from './store/lock-users.ts';
import { auditUser } from './store/user-audit.ts';

/** Roles, sessions and tokens go with the user; the name stays beside the audit. */
export const deleteUser = handle(endpoint, async (ctx) => {
  const { sql, caller, resource, now } = ctx;
  const { record, grants } = await lockUserToChange(sql, caller, resource.userId ?? '');
  await sql`
    insert into former_user (user_id, organisation_id, company_id, user_name, given_name, family_name,
                             deleted_at, deleted_by)
    values (${record.userId}, ${record.organisationId}, ${record.companyId}, ${record.userName},
            ${record.givenName}, ${record.familyName}, ${now}, ${caller.id})`;
  await sql`delete from app_user where user_id = ${record.userId}`;
  await auditUser(sql, ctx, 'deleteUser', { before: { record, grants } });
  return undefined;
});

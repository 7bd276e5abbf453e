import { handle } from '#server/handler.ts';
import { deleteUser as call } from '../calls.ts';
import { lockUserToChange } from './store/lock-users.ts';
import { auditUser } from './store/user-audit.ts';

/** Roles, sessions and tokens go with the user; the name stays beside the audit. */
export const deleteUser = handle(call, async (ask) => {
  const { sql, caller, subject, now } = ask;
  const { record, grants } = await lockUserToChange(sql, caller, subject.userId ?? '');
  await sql`
    insert into former_user (user_id, organisation_id, company_id, user_name, given_name, family_name,
                             deleted_at, deleted_by)
    values (${record.userId}, ${record.organisationId}, ${record.companyId}, ${record.userName},
            ${record.givenName}, ${record.familyName}, ${now}, ${caller.id})`;
  await sql`delete from app_user where user_id = ${record.userId}`;
  await auditUser(sql, ask, 'deleteUser', { before: { record, grants } });
  return undefined;
});

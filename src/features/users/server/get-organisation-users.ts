import { handle } from '#server/handler.ts';
import { getOrganisationUsers as call } from '../calls.ts';
import { usersInSight } from './store/users-in-sight.ts';

export const getOrganisationUsers = handle(call, async ({ sql, caller, subject }) => {
  return sql<{ id: string; userName: string; firstName: string; lastName: string }[]>`
    select u.user_id as id, u.user_name as "userName", u.given_name as "firstName", u.family_name as "lastName"
    ${usersInSight(sql, caller, subject.paths[0] ?? '')}
    order by u.user_name_key, u.user_id`;
});

import { handle } from '#server/handler.ts';
import { getOrganisationUsers as endpoint } from '../endpoints.ts';
import { visibleUsers } from './store/visible-users.ts';

export const getOrganisationUsers = handle(endpoint, async ({ sql, caller, resource }) => {
  return sql<{ id: string; userName: string; firstName: string; lastName: string }[]>`
    select u.user_id as id, u.user_name as "userName", u.given_name as "firstName", u.family_name as "lastName"
    ${visibleUsers(sql, caller, resource.paths[0] ?? '')}
    order by u.user_name_key, u.user_id`;
});

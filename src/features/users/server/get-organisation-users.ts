import { handle } from '#server/handler.ts';
import { getOrganisationUsers as endpoint } from '../endpoints.ts';
import { visibleUsers } from './store/visible-users.ts';

export const getOrganisationUsers = handle(endpoint, async ({ sql, caller, resource }) => {
  return sql<{ id: string; userName: string; firstName: string; lastName: string }[]>`
    select u.user_id as id, u.user_name, u.given_name as first_name, u.family_name as last_name
    ${visibleUsers(sql, caller, resource.paths[0] ?? '')}
    order by u.user_name_key, u.user_id`;
});

import { handle } from '#server/handler.ts';
import { getExposedRoles as endpoint } from '../endpoints.ts';
import { rolesFor } from './store/grants.ts';

export const getExposedRoles = handle(endpoint, async ({ sql, query }) => {
  const roles = await rolesFor(sql, query.application);
  return roles.map(({ tags, ...role }) => ({
    ...role,
    tags: tags.map((value) => ({ category: 'GROUP' as const, value })),
  }));
});

import { handle } from '#server/handler.ts';
import { getExposedRoles as call } from '../calls.ts';
import { rolesFor } from './store/grants.ts';

export const getExposedRoles = handle(call, async ({ sql, query }) => {
  const roles = await rolesFor(sql, query.application);
  return roles.map(({ tags, ...role }) => ({
    ...role,
    tags: tags.map((value) => ({ category: 'GROUP' as const, value })),
  }));
});

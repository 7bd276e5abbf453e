import { handle } from '#server/handler.ts';
import { getAuthenticatedUser as endpoint } from '../endpoints.ts';
import { userById } from './user-store.ts';

export const getAuthenticatedUser = handle(endpoint, async ({ sql, caller }) => {
  const user = await userById(sql, caller.id);
  return {
    id: user.userId,
    userName: user.userName,
    displayName: `${user.givenName} ${user.familyName}`,
    active: user.active,
    name: { givenName: user.givenName, familyName: user.familyName },
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    extraInfo: {
      domainUser: user.domainUser,
      organisationId: user.organisationId,
      orgName: user.organisationName,
      passwordStatus: user.passwordHash === null ? 'NOT_SET' : 'SET',
      lastLogon: user.previousLogonAt?.toISOString() ?? null,
      lockedReason: user.lockedReason,
    },
  };
});

import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const roles = '/proxy/sync/cm/security/roles/{orgId}' as const;
const role = `${roles}/{roleId}` as const;

const viewing = { anyOf: ['P_VIEW_USER', 'P_MANAGE_ROLES'], resource: { organisation: 'orgId' } } as const;
const managing = { anyOf: ['P_MANAGE_ROLES'], resource: { organisation: 'orgId' } } as const;

export const listRoles = defineEndpoint({
  name: 'listRoles',
  summary: 'Standard roles and those of the organisation’s company, by name',
  route: `GET ${roles}`,
  auth: viewing,
});

export const getRole = defineEndpoint({
  name: 'getRole',
  summary: 'A role, with the users of the organisation who have it',
  route: `GET ${role}`,
  auth: viewing,
});

export const createRole = defineEndpoint({
  name: 'createRole',
  summary: 'Creates a role of a company',
  route: `POST ${roles}`,
  auth: managing,
  stepUp: 'policy',
});

export const changeRole = defineEndpoint({
  name: 'changeRole',
  summary: 'Replaces name, description and permissions of a company’s role',
  route: `PUT ${role}`,
  approval: 'grantRole',
  auth: managing,
  stepUp: 'policy',
});

export const deleteRole = defineEndpoint({
  name: 'deleteRole',
  summary: 'Deletes a company’s role that no user has',
  route: `DELETE ${role}`,
  auth: managing,
  stepUp: 'policy',
});

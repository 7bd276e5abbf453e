import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const token = { auth: { access: 'scim-token' } } as const;
const settings = '/proxy/sync/security/{orgId}' as const;
const managing = {
  auth: { anyOf: ['P_MANAGE_SECURITY'], resource: { organisation: 'orgId' } },
} as const;

export const getScimConfig = defineEndpoint({
  name: 'getScimConfig',
  summary: 'The features that the SCIM service supports (RFC 7643, section 5)',
  route: 'GET /scim/v2/ServiceProviderConfig',
  ...token,
});

export const listScimResourceTypes = defineEndpoint({
  name: 'listScimResourceTypes',
  summary: 'The kinds of SCIM resources',
  route: 'GET /scim/v2/ResourceTypes',
  ...token,
});

export const getScimResourceType = defineEndpoint({
  name: 'getScimResourceType',
  summary: 'One kind of SCIM resource',
  route: 'GET /scim/v2/ResourceTypes/{id}',
  ...token,
});

export const listScimSchemas = defineEndpoint({
  name: 'listScimSchemas',
  summary: 'The SCIM schemas with the attributes that are stored',
  route: 'GET /scim/v2/Schemas',
  ...token,
});

export const getScimSchema = defineEndpoint({
  name: 'getScimSchema',
  summary: 'One SCIM schema',
  route: 'GET /scim/v2/Schemas/{id}',
  ...token,
});

export const listScimUsers = defineEndpoint({
  name: 'listScimUsers',
  summary:
    "The users that an identity provider manages in the token's company; filtered, paged, sorted, counted",
  route: 'GET /scim/v2/Users',
  ...token,
});

export const createScimUser = defineEndpoint({
  name: 'createScimUser',
  summary: 'Creates a user of the company, or takes over an existing one',
  route: 'POST /scim/v2/Users',
  ...token,
});

export const getScimUser = defineEndpoint({
  name: 'getScimUser',
  summary: 'One user with groups and version',
  route: 'GET /scim/v2/Users/{id}',
  ...token,
});

export const replaceScimUser = defineEndpoint({
  name: 'replaceScimUser',
  summary: 'Replaces the attributes of a user; with If-Match only in that version',
  route: 'PUT /scim/v2/Users/{id}',
  ...token,
});

export const patchScimUser = defineEndpoint({
  name: 'patchScimUser',
  summary: 'Changes attributes of a user by operations (RFC 7644, section 3.5.2)',
  route: 'PATCH /scim/v2/Users/{id}',
  ...token,
});

export const deleteScimUser = defineEndpoint({
  name: 'deleteScimUser',
  summary: 'Deactivates a user, removes the roles of the groups, and hides the user from SCIM',
  route: 'DELETE /scim/v2/Users/{id}',
  ...token,
});

export const listScimGroups = defineEndpoint({
  name: 'listScimGroups',
  summary: 'The groups of the identity provider; filtered, paged, sorted, counted',
  route: 'GET /scim/v2/Groups',
  ...token,
});

export const createScimGroup = defineEndpoint({
  name: 'createScimGroup',
  summary: 'Creates a group, which gives no roles until a user maps it',
  route: 'POST /scim/v2/Groups',
  ...token,
});

export const getScimGroup = defineEndpoint({
  name: 'getScimGroup',
  summary: 'One group with members and version',
  route: 'GET /scim/v2/Groups/{id}',
  ...token,
});

export const replaceScimGroup = defineEndpoint({
  name: 'replaceScimGroup',
  summary: 'Replaces the name and the members of a group',
  route: 'PUT /scim/v2/Groups/{id}',
  ...token,
});

export const patchScimGroup = defineEndpoint({
  name: 'patchScimGroup',
  summary: 'Changes name and members of a group by operations (RFC 7644, section 3.5.2)',
  route: 'PATCH /scim/v2/Groups/{id}',
  ...token,
});

export const deleteScimGroup = defineEndpoint({
  name: 'deleteScimGroup',
  summary: 'Deletes a group and removes the roles that only this group gave',
  route: 'DELETE /scim/v2/Groups/{id}',
  ...token,
});

export const getProvisioning = defineEndpoint({
  name: 'getProvisioning',
  summary: "Provisioning of the organisation's company: address, tokens, last change, refused requests",
  route: `GET ${settings}/provisioning`,
  ...managing,
});

export const saveProvisioning = defineEndpoint({
  name: 'saveProvisioning',
  summary: 'Changes whether provisioned users get an invitation',
  route: `PUT ${settings}/provisioning`,
  stepUp: 'policy',
  ...managing,
});

export const createScimToken = defineEndpoint({
  name: 'createScimToken',
  summary: 'Creates a SCIM token. Only this response contains it',
  route: `POST ${settings}/scimTokens`,
  stepUp: 'policy',
  ...managing,
});

export const revokeScimToken = defineEndpoint({
  name: 'revokeScimToken',
  summary: 'Revokes a SCIM token permanently; repeatable',
  route: `POST ${settings}/scimTokens/{scimTokenId}/revoke`,
  stepUp: 'policy',
  ...managing,
});

export const exemptScimToken = defineEndpoint({
  name: 'exemptScimToken',
  summary: 'Lets a SCIM token give access without an approval of each request. A second person must agree',
  route: `POST ${settings}/scimTokens/{scimTokenId}/exempt`,
  stepUp: 'policy',
  approval: 'grantRole',
  ...managing,
});

export const listGroupMappings = defineEndpoint({
  name: 'listGroupMappings',
  summary: 'The groups of the identity provider with the roles that each gives, unmapped ones first',
  route: `GET ${settings}/scimGroups`,
  ...managing,
});

export const mapScimGroup = defineEndpoint({
  name: 'mapScimGroup',
  summary: 'Replaces the roles that a group gives. Its members gain and lose them at once',
  route: `PUT ${settings}/scimGroups/{scimGroupId}`,
  stepUp: 'policy',
  approval: 'grantRole',
  ...managing,
});

import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

export const getOrganisationHierarchy = defineEndpoint({
  name: 'getOrganisationHierarchy',
  summary: 'An organisation and its descendants down to merchants, sorted by name',
  route: 'GET /proxy/sync/cm/orgmap/organisation-hierarchy/{orgId}',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

export const getOrganisationFeatures = defineEndpoint({
  name: 'getOrganisationFeatures',
  summary: 'Feature codes of an organisation, its own and inherited ones',
  route: 'GET /proxy/sync/cm/orgUnit/{orgId}/features',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

const managing = { anyOf: ['P_MANAGE_ORGANISATION'], resource: { organisation: 'orgId' } } as const;
const organisationRoute = '/proxy/sync/cm/organisation/{orgId}' as const;

export const getOrganisation = defineEndpoint({
  name: 'getOrganisation',
  summary: 'An organisation with its features and the changes that the caller may make',
  route: `GET ${organisationRoute}`,
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

export const createOrganisation = defineEndpoint({
  name: 'createOrganisation',
  summary: 'Creates a company, branch or merchant below an organisation',
  route: `POST ${organisationRoute}/children`,
  auth: managing,
});

export const changeOrganisation = defineEndpoint({
  name: 'changeOrganisation',
  summary: 'Replaces name and time zone of an organisation',
  route: `PUT ${organisationRoute}`,
  auth: managing,
});

export const previewMove = defineEndpoint({
  name: 'previewMove',
  summary: 'The effects of a move: users who lose or gain access, and rules and features that stop',
  route: `POST ${organisationRoute}/movePreview`,
  auth: managing,
  audited: 'refused',
});

export const moveOrganisation = defineEndpoint({
  name: 'moveOrganisation',
  summary: 'Moves an organisation inside its company, as previewed',
  route: `POST ${organisationRoute}/move`,
  auth: managing,
  stepUp: 'policy',
});

export const getDeactivation = defineEndpoint({
  name: 'getDeactivation',
  summary: 'The effects of a deactivation: installations, and schedules that it suspends',
  route: `GET ${organisationRoute}/deactivation`,
  auth: managing,
});

export const deactivateOrganisation = defineEndpoint({
  name: 'deactivateOrganisation',
  summary: 'Stops new payments of an organisation and suspends its schedules; repeatable',
  route: `POST ${organisationRoute}/deactivate`,
  auth: managing,
  stepUp: 'policy',
});

export const reactivateOrganisation = defineEndpoint({
  name: 'reactivateOrganisation',
  summary: 'Reactivates an organisation. Schedules stay suspended',
  route: `POST ${organisationRoute}/reactivate`,
  auth: managing,
});

export const deleteOrganisation = defineEndpoint({
  name: 'deleteOrganisation',
  summary: 'Deletes a branch or merchant that nothing uses',
  route: `DELETE ${organisationRoute}`,
  auth: managing,
});

export const saveOrganisationFeatures = defineEndpoint({
  name: 'saveOrganisationFeatures',
  summary: 'Replaces the features of an organisation itself',
  route: 'PUT /proxy/sync/cm/orgUnit/{orgId}/features',
  auth: managing,
});

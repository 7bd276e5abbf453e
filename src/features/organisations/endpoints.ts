import { defineEndpoint } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

export const getOrganisationHierarchy = defineEndpoint<typeof schemas.getOrganisationHierarchy>({
  name: 'getOrganisationHierarchy',
  summary: 'An organisation and its descendants down to merchants, sorted by name',
  route: 'GET /proxy/sync/cm/orgmap/organisation-hierarchy/{orgId}',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

export const getOrganisationFeatures = defineEndpoint<typeof schemas.getOrganisationFeatures>({
  name: 'getOrganisationFeatures',
  summary: 'Feature codes of an organisation, its own and inherited ones',
  route: 'GET /proxy/sync/cm/orgUnit/{orgId}/features',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

export const getCustomFieldMappings = defineEndpoint<typeof schemas.getCustomFieldMappings>({
  name: 'getCustomFieldMappings',
  summary: 'Custom fields of an organisation in reports: stored name and display name',
  route: 'GET /proxy/sync/cm/customFields/customFieldMappings/{orgId}',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

export const getRuleCustomFields = defineEndpoint<typeof schemas.getRuleCustomFields>({
  name: 'getRuleCustomFields',
  summary: 'Custom fields of an organisation that rules can evaluate',
  route: 'GET /proxy/sync/rms/customFields/{orgId}',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

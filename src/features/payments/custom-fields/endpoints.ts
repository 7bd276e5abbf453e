import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const inScope = { access: 'in-scope', resource: { organisation: 'orgId' } } as const;
const managing = { anyOf: ['P_MANAGE_ORGANISATION'], resource: { organisation: 'orgId' } } as const;
const fields = '/proxy/sync/cm/customFields/{orgId}' as const;

export const getCustomFieldMappings = defineEndpoint({
  name: 'getCustomFieldMappings',
  summary: 'Custom fields of an organisation in reports: stored name and display name',
  route: 'GET /proxy/sync/cm/customFields/customFieldMappings/{orgId}',
  auth: inScope,
});

export const getRuleCustomFields = defineEndpoint({
  name: 'getRuleCustomFields',
  summary: 'Custom fields of an organisation that rules can evaluate',
  route: 'GET /proxy/sync/rms/customFields/{orgId}',
  auth: inScope,
});

export const listCustomFields = defineEndpoint({
  name: 'listCustomFields',
  summary: 'Custom fields of the company of an organisation, hidden ones last',
  route: `GET ${fields}`,
  auth: inScope,
});

export const createCustomField = defineEndpoint({
  name: 'createCustomField',
  summary: 'Creates a custom field of the company',
  route: `POST ${fields}`,
  auth: managing,
});

export const changeCustomField = defineEndpoint({
  name: 'changeCustomField',
  summary: 'Replaces label and uses of a custom field. Its type is fixed',
  route: `PUT ${fields}/{name}`,
  auth: managing,
});

export const hideCustomField = defineEndpoint({
  name: 'hideCustomField',
  summary: 'Hides a custom field. Stored values and rules keep it; repeatable',
  route: `DELETE ${fields}/{name}`,
  auth: managing,
});

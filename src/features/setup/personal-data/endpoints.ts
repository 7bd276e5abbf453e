import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const base = '/proxy/sync/personalData/{orgId}' as const;
const auth = { anyOf: ['P_MANAGE_PERSONAL_DATA'], resource: { organisation: 'orgId' } } as const;

export const findPerson = defineEndpoint({
  name: 'findPerson',
  summary:
    'The customers who can be one person: by email, telephone number, name with last four digits, or a transaction',
  route: `POST ${base}/find`,
  rateLimit: 'search',
  auth,
});

export const previewPerson = defineEndpoint({
  name: 'previewPerson',
  summary: 'What is held of a person, by kind, and what an erasure would wait for',
  route: `POST ${base}/preview`,
  rateLimit: 'search',
  audited: 'refused',
  auth,
});

export const requestPersonExport = defineEndpoint({
  name: 'requestPersonExport',
  summary: "Has a file made with a person's data",
  route: `POST ${base}/exports`,
  stepUp: 'policy',
  auth,
});

export const requestErasure = defineEndpoint({
  name: 'requestErasure',
  summary: "Has a person's data erased, at once or as soon as their payments permit it",
  route: `POST ${base}/erasures`,
  stepUp: 'own-sign-in',
  approval: 'erasePerson',
  auth,
});

export const listPersonRequests = defineEndpoint({
  name: 'listPersonRequests',
  summary: 'Exports and erasures of persons at and below an organisation, newest first',
  route: `GET ${base}/requests`,
  auth,
});

export const downloadPersonFile = defineEndpoint({
  name: 'downloadPersonFile',
  summary: "The file of a person's data",
  route: `GET ${base}/requests/{requestId}/file`,
  audited: 'every',
  stepUp: 'policy',
  auth,
});

export const getRetention = defineEndpoint({
  name: 'getRetention',
  summary: 'How long each kind of data is kept',
  route: `GET ${base}/retention`,
  auth,
});

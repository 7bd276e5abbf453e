import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const seesAudit = ['P_VIEW_AUDIT'] as const;

export const searchAudit = defineEndpoint({
  name: 'searchAudit',
  summary: 'Audit events of an organisation and its descendants, newest first',
  route: 'GET /proxy/sync/audit/{orgId}/events',
  rateLimit: 'search',
  auth: { anyOf: seesAudit, resource: { organisation: 'orgId' } },
  audited: 'every',
});

export const exportAudit = defineEndpoint({
  name: 'exportAudit',
  summary: 'The same audit events as a CSV file, without paging',
  route: 'GET /proxy/sync/audit/{orgId}/export',
  auth: { anyOf: seesAudit, resource: { organisation: 'orgId' } },
  audited: 'every',
  rateLimit: { calls: 20, minutes: 10 },
});

export const getHistory = defineEndpoint({
  name: 'getHistory',
  summary: 'Audit events of one object that the caller may see, newest first',
  route: 'GET /proxy/sync/auditHistory/{objectKind}/{objectId}',
  auth: { anyOf: seesAudit, resource: 'anywhere' },
  audited: 'every',
});

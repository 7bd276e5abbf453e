import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

export const listTerminalInstallations = defineEndpoint({
  name: 'listTerminalInstallations',
  summary:
    'Installations below an organisation on which the caller may use the terminal, by merchant and name',
  route: 'GET /proxy/sync/cm/installation/list/{orgId}/virtualterminal',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

export const getTerminalConfiguration = defineEndpoint({
  name: 'getTerminalConfiguration',
  summary: 'The terminal options of an installation',
  route: 'GET /proxy/sync/cm/installation/{installationId}/virtualterminal',
  auth: { anyOf: ['P_VIRTUAL_TERMINAL'], resource: { installation: 'installationId' } },
});

export const listTerminalPayments = defineEndpoint({
  name: 'listTerminalPayments',
  summary: 'The last ten payments that were taken with the terminal of an installation, newest first',
  route: 'GET /proxy/sync/cm/installation/{installationId}/virtualterminal/payments',
  auth: { anyOf: ['P_VIRTUAL_TERMINAL'], resource: { installation: 'installationId' } },
});

export const isQueueEnabled = defineEndpoint({
  name: 'isQueueEnabled',
  summary: 'Whether payments of an organisation can be held for review in the queue',
  route: 'GET /proxy/sync/cm/queueCaseConfig/{orgId}/enabled',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

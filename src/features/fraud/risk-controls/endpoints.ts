import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

export const getInstallationList = defineEndpoint({
  name: 'getInstallationList',
  summary: 'Installations below an organisation whose risk controls the caller may view, by merchant',
  route: 'GET /proxy/sync/cm/installation/list/org/{orgId}',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

const controlsUrl = '/proxy/sync/cm/installation/{installationId}/riskcontrols' as const;

export const getRiskControls = defineEndpoint({
  name: 'getRiskControls',
  summary: 'The risk controls of an installation',
  route: `GET ${controlsUrl}`,
  auth: {
    anyOf: ['P_VIEW_RISK_CONTROLS', 'P_EDIT_RISK_CONTROLS'],
    resource: { installation: 'installationId' },
  },
});

export const saveRiskControls = defineEndpoint({
  name: 'saveRiskControls',
  summary: 'Replaces the risk controls of an installation, optionally only in a given version',
  route: `PUT ${controlsUrl}`,
  auth: { anyOf: ['P_EDIT_RISK_CONTROLS'], resource: { installation: 'installationId' } },
});

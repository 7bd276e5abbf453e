import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const all = '/proxy/sync/cm/installation/org/{orgId}' as const;
const installationRoute = '/proxy/sync/cm/installation/{installationId}' as const;

const inScope = { access: 'in-scope', resource: { organisation: 'orgId' } } as const;
const viewing = {
  anyOf: ['P_VIEW_INSTALLATION', 'P_MANAGE_INSTALLATION'],
  resource: { installation: 'installationId' },
} as const;
const managing = {
  anyOf: ['P_MANAGE_INSTALLATION'],
  resource: { installation: 'installationId' },
} as const;

export const listInstallations = defineEndpoint({
  name: 'listInstallations',
  summary: 'Installations at and below an organisation that the caller may view, by merchant and name',
  route: `GET ${all}`,
  auth: inScope,
});

export const listMerchantChoices = defineEndpoint({
  name: 'listMerchantChoices',
  summary: 'Merchants for which the caller may create installations, by name',
  route: `GET ${all}/merchants`,
  auth: inScope,
});

export const getInstallation = defineEndpoint({
  name: 'getInstallation',
  summary: 'The settings of an installation',
  route: `GET ${installationRoute}/settings`,
  auth: viewing,
});

export const createInstallation = defineEndpoint({
  name: 'createInstallation',
  summary: 'Creates an installation of a merchant',
  route: `POST ${all}`,
  auth: { anyOf: ['P_MANAGE_INSTALLATION'], resource: { organisation: 'orgId' } },
});

export const changeInstallation = defineEndpoint({
  name: 'changeInstallation',
  summary: 'Replaces the settings of an installation',
  route: `PUT ${installationRoute}/settings`,
  auth: managing,
});

export const getInstallationDeactivation = defineEndpoint({
  name: 'getInstallationDeactivation',
  summary: 'The schedules that a deactivation suspends',
  route: `GET ${installationRoute}/deactivation`,
  auth: managing,
});

export const deactivateInstallation = defineEndpoint({
  name: 'deactivateInstallation',
  summary: 'Stops new payments of an installation and suspends its schedules; repeatable',
  route: `POST ${installationRoute}/deactivate`,
  auth: managing,
  stepUp: 'policy',
});

export const reactivateInstallation = defineEndpoint({
  name: 'reactivateInstallation',
  summary: 'Reactivates an installation. Schedules stay suspended',
  route: `POST ${installationRoute}/reactivate`,
  auth: managing,
});

import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const schedules = '/acceptor/rest/schedules/{installationId}' as const;

const manageAuth = {
  anyOf: ['P_MANAGE_SCHEDULE'],
  resource: { installation: 'installationId', schedule: 'scheduleId' },
} as const;

export const listInstallationSchedules = defineEndpoint({
  name: 'listInstallationSchedules',
  summary: 'The schedules of an installation, newest first, in pages of at most 100',
  route: `GET ${schedules}`,
  rateLimit: 'search',
  auth: { anyOf: ['P_VIEW_SCHEDULE'], resource: { installation: 'installationId' } },
});

export const suspendInstallationSchedule = defineEndpoint({
  name: 'suspendInstallationSchedule',
  summary: 'Suspends an ACTIVE schedule: nothing is charged until it is resumed',
  route: `POST ${schedules}/{scheduleId}/suspend`,
  auth: manageAuth,
});

export const resumeInstallationSchedule = defineEndpoint({
  name: 'resumeInstallationSchedule',
  summary: 'Resumes a SUSPENDED schedule; episodes missed in the meantime are skipped',
  route: `POST ${schedules}/{scheduleId}/resume`,
  auth: manageAuth,
});

export const cancelInstallationSchedule = defineEndpoint({
  name: 'cancelInstallationSchedule',
  summary: 'Cancels a schedule permanently. A charge in progress completes',
  route: `POST ${schedules}/{scheduleId}/cancel`,
  auth: manageAuth,
});
